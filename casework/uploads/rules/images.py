"""Redraws images: upright, a single one, and without metadata about where and by whom they were taken."""

import contextlib
import io
import math
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import pikepdf
from PIL import Image, ImageOps, UnidentifiedImageError
from pillow_heif import register_heif_opener

from casework.uploads.choices import FileType
from casework.uploads.rules import refusals as why
from casework.uploads.rules.formats import CleanFile
from casework.uploads.rules.refusals import UNREADABLE, FileRefused

register_heif_opener(thumbnails=False, depth_images=False, aux_images=False, decode_threads=1)

# The most pixels that are stored: enough for a phone's 48 or 50 million. Pillow needs four bytes for each, twice while
# it turns a photo.
MOST_PIXELS = 50_000_000

# The most pixels that are decoded before scaling down, given the memory of the sandbox. A JPEG is decoded at a smaller
# size; video formats, and WebP most of all, need several copies.
MOST_UNPACKED = {"JPEG": 1_000_000_000, "HEIF": 60_000_000, "AVIF": 60_000_000, "WEBP": 40_000_000}
MOST_UNPACKED_OF_OTHERS = 120_000_000

MOST_PAGES = 300

# Turns by one, two or three quarters to the right. Pillow counts the degrees to the left.
TURNS_TO_THE_RIGHT = [
    Image.Transpose.ROTATE_270,
    Image.Transpose.ROTATE_180,
    Image.Transpose.ROTATE_90,
]

PREVIEW_EDGE = 640

# The type in which a format is stored. Other formats become a PNG or a JPEG, see `_type_for`.
STORED_AS = {"JPEG": FileType.JPEG, "PNG": FileType.PNG, "WEBP": FileType.WEBP}

# In these formats several images are an animation; a HEIC may have a depth map, a TIFF several pages.
ANIMATED_FORMATS = {"PNG", "WEBP", "GIF", "AVIF"}

# The value of white in a scanner or camera with 8, 10, 12, 14 or 16 bits.
_WHITES = (255, 1023, 4095, 16383, 65535)

# TIFF tags: purpose of the page (1: a thumbnail), meaning of values, orientation, raw photo.
_USE, _PHOTOMETRIC, _ORIENTATION, _RAW = 254, 262, 274, 50706


def redraw(
    content: bytes, format_name: str, quarter_turns: int = 0, margins: Sequence[int] = ()
) -> CleanFile | bytes:
    """Returns the image, turned and then without its `margins`, see `clean_file`. Raises FileRefused.

    An image of several pages becomes a PDF, which still has to be rewritten."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=[format_name]) as opened:
                if format_name == "TIFF" and len(pages := _pages(opened)) > 1:
                    return _as_pdf(opened, pages)
                image = _decoded(opened)
                if quarter_turns:
                    image = image.transpose(TURNS_TO_THE_RIGHT[quarter_turns - 1])
                if margins:
                    image = image.crop(_crop_box(image.size, *margins))
    except Image.DecompressionBombError:
        raise FileRefused(why.TOO_MANY_PIXELS) from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, KeyError):
        raise FileRefused(UNREADABLE) from None
    # The source is closed before encoding, so that no second copy takes memory.
    kept_as = STORED_AS.get(format_name) or _type_for(image, format_name)
    width, height = image.size
    return CleanFile(kept_as, _encoded(image, kept_as), None, width, height, _preview(image))


def _crop_box(size: tuple[int, int], left: int, top: int, right: int, bottom: int) -> Any:
    """Returns the box that is left without these margins (in per cent), at least one pixel wide and high."""
    width, height = size
    x, y = width * left // 100, height * top // 100
    return (
        x,
        y,
        max(x + 1, width - width * right // 100),
        max(y + 1, height - height * bottom // 100),
    )


def _pages(scan: Any) -> list[int]:
    """Returns the numbers of the pages, without thumbnails; resets the scan to the first."""
    pages = []
    for number in range(min(scan.n_frames, MOST_PAGES + 1)):
        scan.seek(number)
        if _RAW in scan.tag_v2:
            raise FileRefused(why.RAW_PHOTO)
        if not scan.tag_v2.get(_USE, 0) & 1:
            pages.append(number)
    if not pages:
        raise FileRefused(why.RAW_PHOTO)
    if len(pages) > MOST_PAGES:
        raise FileRefused(why.TOO_HEAVY)
    scan.seek(pages[0])
    return pages


def _as_pdf(scan: Any, pages: list[int]) -> bytes:
    with contextlib.ExitStack() as opened, pikepdf.new() as paper:
        for number in pages:
            scan.seek(number)
            dpi = float(scan.info.get("dpi", (0, 0))[0])
            page, target = _on_white(_decoded(scan)), io.BytesIO()
            options = {} if page.mode == "1" else {"quality": 90}
            page.save(target, "PDF", resolution=dpi if dpi > 50 else 200, **options)
            paper.pages.extend(opened.enter_context(pikepdf.open(target)).pages)
        written = io.BytesIO()
        paper.save(written)
    return written.getvalue()


def _decoded(opened: Image.Image) -> Image.Image:
    """Returns the image decoded, upright and within the limit of pixels. Raises FileRefused, also for an animation."""
    if opened.format in ANIMATED_FORMATS and getattr(opened, "n_frames", 1) > 1:
        raise FileRefused(why.MOVING_PICTURE)
    # An MPO is a JPEG of several images. The header has the size, so it is checked before decoding.
    is_jpeg = opened.format in ("JPEG", "MPO")
    limit = MOST_UNPACKED.get("JPEG" if is_jpeg else str(opened.format), MOST_UNPACKED_OF_OTHERS)
    if opened.width * opened.height > limit:
        raise FileRefused(why.TOO_MANY_PIXELS)
    if is_jpeg and (reduction := _reduction(opened)) > 1:
        # JPEG can be decoded at a half, a quarter or an eighth of its width.
        divisor = next((each for each in (2, 4) if each >= reduction), 8)
        opened.draft(None, (math.ceil(opened.width / divisor), math.ceil(opened.height / divisor)))
    had_one_colour = opened.mode == "P" or _has_one_colour(opened)
    plain = _only_pixels(opened, _reduction(opened))
    if _has_one_colour(plain) and not had_one_colour:
        raise FileRefused(why.LOST_PICTURE)
    plain.getexif()[_ORIENTATION] = opened.getexif().get(_ORIENTATION, 1)
    ImageOps.exif_transpose(plain, in_place=True)
    plain.info = {}
    return plain


def _reduction(image: Image.Image) -> int:
    """Returns the factor by which width and height are divided to stay within MOST_PIXELS."""
    return math.ceil(math.sqrt(image.width * image.height / MOST_PIXELS))


def _has_one_colour(image: Image.Image) -> bool:
    extrema: Any = image.getextrema()
    bands = extrema if isinstance(extrema[0], tuple) else (extrema,)
    return all(low == high for low, high in bands)


def _only_pixels(image: Image.Image, reduction: int) -> Image.Image:
    """Returns an image of only the pixels, scaled down by `reduction`, without the metadata that Pillow keeps in `info`."""
    convert = _conversion(image)
    if reduction == 1:
        plain = convert(image)
        plain.info = {}
        return plain
    # Works in bands, because there is no memory for a second copy of all pixels.
    rows, mode = 64 * reduction, convert(image.crop((0, 0, 1, 1))).mode
    size = (math.ceil(image.width / reduction), math.ceil(image.height / reduction))
    plain = Image.new("L" if mode == "1" else mode, size)
    for top in range(0, image.height, rows):
        band = convert(image.crop((0, top, image.width, min(top + rows, image.height))))
        plain.paste(band.convert(plain.mode).reduce(reduction), (0, top // reduction))
    return plain


def _conversion(image: Image.Image) -> Callable[[Image.Image], Image.Image]:
    """Returns a function that converts the pixels to a mode that every viewer shows."""
    if image.mode.startswith(("I", "F")):
        return _greys(image)
    if image.mode in ("1", "L") and "transparency" not in image.info:
        return lambda part: part.copy()
    has_alpha = image.format not in ("JPEG", "MPO") and (
        image.has_transparency_data or image.mode in ("La", "RGBa")
    )
    return lambda part: part.convert("RGBA" if has_alpha else "RGB")


def _greys(image: Image.Image) -> Callable[[Image.Image], Image.Image]:
    """Converts greys of more than eight bits to eight: Pillow would clip all values above 255 to white."""
    extrema: Any = image.getextrema()
    low, high = min(0, extrema[0]), extrema[1]
    if not math.isfinite(high - low):
        raise FileRefused(UNREADABLE)
    whites = (1, *_WHITES) if image.mode == "F" else _WHITES
    white = next((each for each in whites if high <= each), high) if low == 0 else high
    scale = 255 / ((white - low) or 1)
    is_negative = getattr(image, "tag_v2", {}).get(_PHOTOMETRIC) == 0

    def convert(part: Image.Image) -> Image.Image:
        grey = part.convert("F").point(lambda point: point * scale - low * scale).convert("L")
        return ImageOps.invert(grey) if is_negative else grey

    return convert


def _type_for(image: Image.Image, format_name: str) -> FileType:
    """Returns the type to store: PNG for drawings, black and white images and transparency, else JPEG."""
    is_drawing = format_name in ("BMP", "GIF") or image.mode in ("1", "RGBA")
    return FileType.PNG if is_drawing else FileType.JPEG


def _encoded(image: Image.Image, kept_as: FileType) -> bytes:
    target = io.BytesIO()
    options = {} if kept_as == FileType.PNG else {"quality": 90}
    image.save(target, kept_as.name, **options)
    return target.getvalue()


def _preview(image: Image.Image) -> bytes:
    reduction = max(1, min(image.size) // (4 * PREVIEW_EDGE))
    small = (image.convert("L") if image.mode == "1" else image).reduce(reduction)
    small.thumbnail((PREVIEW_EDGE, PREVIEW_EDGE))
    target = io.BytesIO()
    _on_white(small).save(target, "JPEG", quality=75)
    return target.getvalue()


def _on_white(image: Image.Image) -> Image.Image:
    if image.mode != "RGBA":
        return image
    ground = Image.new("RGB", image.size, "white")
    ground.paste(image, mask=image.getchannel("A"))
    return ground
