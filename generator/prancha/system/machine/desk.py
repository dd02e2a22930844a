"""The machine as a desk: Linux, macOS or Windows, with processes, links, locks, ceilings and Pillow.

It is imported before the supervisor forks, so it imports nothing that takes time.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from prancha.system.machine.settled_pictures import BOX, drawing_key, settle

TYPE_CHECKING = False  # importing typing is slow
if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

ENCODES_PICTURES = True
"""Whether Pillow is there, to encode pictures for screens."""
FORKS = hasattr(os, "fork")
"""Whether a process can be forked, and so be held to ceilings by its parent."""
LOCKS_FOLDERS = os.name != "nt"
"""Whether folders can be opened, to be locked and synced."""
REMOVES_OPEN_FILES = os.name != "nt"
"""Whether an open file can be removed."""
TELLS_CHANGES = os.name == "posix"
"""Whether `st_ctime` is when a file changed; on Windows it is when it was made."""


def second_name(path: Path, other: Path) -> None:
    """Link a file under a second name, or copy it where there are no links.

    Raises OSError; FileNotFoundError where there is no such file.
    """
    try:
        os.link(path, other, follow_symlinks=False)
    except FileNotFoundError:
        raise
    except (OSError, NotImplementedError):  # a file system without hard links, or another user's file
        import shutil

        shutil.copy2(path, other, follow_symlinks=False)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder to the disk before later ones, in case power fails."""
    if not LOCKS_FOLDERS:
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # not supported by some file systems
            os.fsync(handle)
    finally:
        os.close(handle)


def lock(handle: int) -> bool:
    """Lock an open file or folder until it is closed; False while another process holds it."""
    if os.name == "nt":
        import msvcrt

        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]  # on Windows alone
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as problem:
        # Some network file systems have no locks; concurrent builds there may sweep each other's files.
        if problem.errno in (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS):
            return True
        raise
    return True


def limit_memory(most: int) -> None:
    """Hold this process to `most` bytes of address space, where the system can, and to no core file."""
    import resource

    for kind, value in ((resource.RLIMIT_AS, most), (resource.RLIMIT_CORE, 0)):
        own, hardest = resource.getrlimit(kind)
        # macOS knows no ceiling of address space; there `work_on` looks at the memory in use.
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (value if own == resource.RLIM_INFINITY else min(value, own), hardest))


def limit_processor(until: int) -> None:
    """End this process when it has used `until` seconds of processor time."""
    import resource

    _, hardest = resource.getrlimit(resource.RLIMIT_CPU)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (until, hardest))


def memory_used() -> int:
    """The most bytes that this process has had in memory."""
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used * (1 if sys.platform == "darwin" else 1024)


def memory_allowed(most: int) -> int | None:
    """Bytes that the session allows a process, where that is less than `most`."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    given = [resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
    lower = [each for each in given if each != resource.RLIM_INFINITY and each < most]
    return min(lower, default=None)


@contextmanager
def standard_error_silenced() -> Iterator[None]:
    """Drop what a library writes to the standard error of the process: Rust prints each panic there."""
    try:
        kept = os.dup(2)
    except OSError:  # it is closed, as without a console on Windows
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    sys.stderr.flush()
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def yaml_loader() -> type:
    """PyYAML's loader of plain values that is the fastest here."""
    import yaml

    return yaml.CSafeLoader


def defer_pillow() -> None:
    """Let `PIL.Image` be imported when something of it is first used, by the recipe of importlib's docs.

    ReportLab imports it, and a kit does not need it.
    """
    from importlib.util import LazyLoader, find_spec, module_from_spec

    name = "PIL.Image"
    spec = find_spec(name)
    if spec is None or spec.loader is None or name in sys.modules:
        return
    spec.loader = LazyLoader(spec.loader)
    module = sys.modules[name] = module_from_spec(spec)
    sys.modules["PIL"].Image = module  # type: ignore[attr-defined]  # `from PIL import Image` asks the package
    spec.loader.exec_module(module)


def as_png(data: bytes, kind: str) -> bytes:
    """A picture that this program cannot read by itself as PNG, RGB or RGBA: a JPEG of inks, or a WebP.

    `kind` is Pillow's name of its format.  Inks become colours by the profile in the file; of an animation
    it is the first frame.  Raises UserError for a picture that cannot be read.
    """
    import io
    import warnings

    from PIL import Image

    from prancha.model.diagnostic import UserError

    try:
        with (
            warnings.catch_warnings(action="ignore"),
            Image.open(io.BytesIO(data), formats=[kind]) as picture,
        ):
            plain = _colours(picture).convert("RGBA" if picture.has_transparency_data else "RGB")
    except MemoryError:
        raise
    except Exception as problem:  # Pillow raises any exception on damaged pictures, not its own alone
        raise UserError(str(problem) or "the file is broken") from None
    out = io.BytesIO()
    plain.save(out, "PNG")
    settle("picture", data, out.getvalue())
    return out.getvalue()


def _colours(picture: Image) -> Image:
    """A picture of inks in colours, by the profile it brings."""
    profile = picture.info.get("icc_profile")
    if picture.mode != "CMYK" or not profile:
        return picture
    import io

    from PIL import ImageCms

    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        converted = ImageCms.profileToProfile(
            picture, source, ImageCms.createProfile("sRGB"), outputMode="RGB"
        )
    except (ImageCms.PyCMSError, OSError) as problem:
        raise ValueError(f"its colour profile is broken: {problem}") from None
    assert converted is not None  # only a conversion in place gives nothing
    return converted


def draw_svg(svg: str, finer: int = 1) -> tuple[bytes, tuple[int, int, int, int]] | None:
    """What is seen of a drawing with filters as PNG, drawn by resvg, and its box in the drawing's pixels.

    The picture has one pixel for `finer` by `finer` of these.  None where nothing is seen.  Raises UserError
    without the library, or where it cannot draw it.
    """
    import io

    from PIL import Image

    with Image.open(io.BytesIO(_resvg(svg)), formats=["PNG"]) as picture:
        seen = picture.getchannel("A").getbbox() if picture.mode == "RGBA" else (0, 0, *picture.size)
        if seen is None:
            settle("drawing", drawing_key(svg, finer), b"")
            return None
        out = io.BytesIO()
        if finer > 1:
            first, above, last, below = (value // finer for value in seen)
            seen = first * finer, above * finer, (last + 1) * finer, (below + 1) * finer
            picture.crop(seen).reduce(finer).save(out, "PNG")
        else:
            picture.crop(seen).save(out, "PNG")
    settle("drawing", drawing_key(svg, finer), BOX.pack(*seen) + out.getvalue())
    return out.getvalue(), seen


def _resvg(svg: str) -> bytes:
    from prancha.model.diagnostic import UserError

    try:
        import resvg_py
    except ImportError:
        raise UserError(
            "a filter (shadow, blur and the like) cannot be printed as vectors",
            'install what draws it: pip install "prancha[effects]"; or draw the shadow as a shape',
        ) from None
    try:
        with standard_error_silenced():
            return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
    except ValueError as problem:
        raise UserError(
            f"resvg cannot draw an object with a filter: {problem}", "draw it as shapes"
        ) from None
    except BaseException as error:
        # A panic of the library is no Exception; anything else, such as Ctrl-C, goes its way.
        if type(error).__name__ != "PanicException":
            raise
        raise UserError("resvg gave up on an object with a filter", "draw it as shapes") from None
