"""Images drawn anew: upright, alone, without what tells where and by whom they were taken."""

import io
import warnings

from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps, UnidentifiedImageError

from casework.uploads.rules.refusals import UNREADABLE, FileRefused

# A good phone's photo has 12 to 24 million points; 40 million take 120 MB while they are drawn.
MOST_PIXELS = 40_000_000

PREVIEW_EDGE = 640


def draw_anew(content: bytes, format_name: str) -> tuple[bytes, int, int, bytes]:
    """The image in the same format, its width and height, and a small JPEG of it. Raises FileRefused."""
    image = _points(content, format_name)
    return _saved(image, format_name), image.width, image.height, _preview(image)


def _points(content: bytes, format_name: str) -> Image.Image:
    """The image unpacked, upright and alone: by the time it is packed again, no other copy takes memory."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=[format_name]) as opened:
                # The size stands in the header: asked before a single point is unpacked.
                if opened.width * opened.height > MOST_PIXELS:
                    raise FileRefused(_("This image is too large: 40 million pixels at most."))
                ImageOps.exif_transpose(opened, in_place=True)
                return _plain(opened, format_name)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise FileRefused(_("This image is too large: 40 million pixels at most.")) from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        raise FileRefused(UNREADABLE) from None


def _plain(image: Image.Image, format_name: str) -> Image.Image:
    """The points alone; `info` is where Pillow keeps everything else."""
    has_alpha = format_name != "JPEG" and (
        image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info
    )
    plain = image.convert("RGBA" if has_alpha else "RGB")
    plain.info = {}
    return plain


def _saved(image: Image.Image, format_name: str) -> bytes:
    target = io.BytesIO()
    how = {} if format_name == "PNG" else {"quality": 90}
    image.save(target, format_name, **how)
    return target.getvalue()


def _preview(image: Image.Image) -> bytes:
    shrunk = max(1, min(image.size) // (4 * PREVIEW_EDGE))
    small = image.reduce(shrunk)
    small.thumbnail((PREVIEW_EDGE, PREVIEW_EDGE))
    if small.mode == "RGBA":
        ground = Image.new("RGB", small.size, "white")
        ground.paste(small, mask=small.getchannel("A"))
        small = ground
    target = io.BytesIO()
    small.save(target, "JPEG", quality=75)
    return target.getvalue()
