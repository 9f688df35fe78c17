"""Files as telephones, scanners, chat programs and authorities make them."""

import io
from typing import Any

import pikepdf
import pillow_heif
from PIL import Image

pillow_heif.register_heif_opener()

GPS = {1: "N", 2: (7.0, 53.0, 0.0), 3: "W", 4: (72.0, 30.0, 0.0)}


def greys(size: tuple[int, int] = (600, 400), *, low: int = 40, high: int = 235) -> Image.Image:
    """Stripes of grey from dark to light."""
    image = Image.new("L", size)
    step = max(1, size[0] // 10)
    for number in range(10):
        shade = low + (high - low) * number // 9
        image.paste(shade, (number * step, 0, size[0], size[1]))
    return image


def saved(image: Image.Image, format_name: str, **how: Any) -> bytes:
    target = io.BytesIO()
    image.save(target, format_name, **how)
    return target.getvalue()


def with_place() -> Image.Exif:
    exif = Image.Exif()
    exif[0x010F], exif[0x0132] = "CanarioCamara", "2026:11:26 08:15:00"
    exif[0x8825] = GPS
    return exif


def deep(mode: str, white: float, **how: Any) -> bytes:
    """A TIFF of a grey scan whose white is this number."""
    scale = white / 255
    shades = greys().convert("F").point(lambda point: point * scale)
    return saved((shades if mode == "F" else shades.convert("I").convert(mode)), "TIFF", **how)


def deep_negative() -> bytes:
    """A grey scan of 16 bits whose white is nought, as some scanners of X-rays write it."""
    shades = greys().point(lambda point: 255 - point).convert("I").point(lambda point: point * 257)
    return saved(shades.convert("I;16"), "TIFF", tiffinfo={262: 0})


def pages_of_a_scanner(*modes: str) -> bytes:
    """A TIFF of a sheet feeder: pages of these modes at 100 dots an inch, and a small picture of the first."""
    pages = [greys((827, 1169)).convert(mode) for mode in modes]
    for page in pages:
        page.encoderinfo = {"dpi": (100, 100)}
    return saved(pages[0], "TIFF", save_all=True, append_images=pages[1:], dpi=(100, 100))


def with_a_small_picture_before(image: Image.Image) -> bytes:
    """A TIFF whose first page is a small picture of the second, and says so."""
    small = image.resize((60, 40))
    small.encoderinfo = {"tiffinfo": {254: 1}}
    return saved(image, "TIFF", save_all=True, append_images=[small])


def locked_pdf(*, user: str = "", **forbidden: bool) -> bytes:
    """An A4 page with a paragraph, encrypted so that without the owner's password these things are forbidden."""
    target = io.BytesIO()
    with pikepdf.new() as paper:
        paper.add_blank_page(page_size=(595, 842))
        paper.pages[0].Contents = paper.make_stream(b"BT /F1 12 Tf (Resolucion 1234) Tj ET " * 40)
        allow = pikepdf.Permissions(**forbidden)
        paper.save(target, encryption=pikepdf.Encryption(owner="a", user=user, allow=allow))
    return target.getvalue()


MOVING = saved(greys(), "GIF", save_all=True, append_images=[greys(low=0)])
