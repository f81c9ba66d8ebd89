# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of transformers by their published configurations, and small ones of the same classes."""

import dataclasses
from collections.abc import Callable
from typing import Any

from suites.entries import Entry

LOWEST_ID = 3  # below are ids of padding, of beginnings and of ends


@dataclasses.dataclass(frozen=True)
class Row:
    """A model: its configuration's class, settings that are not that class's defaults, those of a small one, and what
    it is called with, by `inputs(device, sizes, vocabulary)` of `sizes` or `small_sizes`."""

    config: str
    settings: dict[str, Any]
    small: dict[str, Any]
    inputs: Callable[[Any, tuple[int, ...], int], dict[str, Any]]
    sizes: tuple[int, ...]
    small_sizes: tuple[int, ...] = (2, 16)
    is_causal: bool = False


def _ids(shape, vocabulary, device):
    import torch

    return torch.randint(LOWEST_ID, vocabulary, shape, device=device)


def words(device, sizes, vocabulary):
    return {"input_ids": _ids(sizes, vocabulary, device)}


def padded_words(device, sizes, vocabulary):
    """Sequences of several lengths, the rest of each hidden by a mask."""
    import torch

    lengths = torch.linspace(sizes[1], sizes[1] / 6, sizes[0], device=device).long()
    mask = (torch.arange(sizes[1], device=device) < lengths[:, None]).long()
    return {"input_ids": _ids(sizes, vocabulary, device), "attention_mask": mask}


def two_texts(device, sizes, vocabulary):
    """For an encoder and a decoder: batch, the length of one and of the other."""
    batch, length, other = sizes
    return {"input_ids": _ids((batch, length), vocabulary, device),
            "decoder_input_ids": _ids((batch, other), vocabulary, device)}


def speech(device, sizes, vocabulary):
    import torch

    batch, frames, length = sizes
    return {"input_features": torch.randn(batch, 80, frames, device=device),
            "decoder_input_ids": _ids((batch, length), vocabulary, device)}


def pictures(device, sizes, vocabulary):
    import torch

    return {"pixel_values": torch.randn(sizes[0], 3, sizes[1], sizes[1], device=device)}


def captions(device, sizes, vocabulary):
    return words(device, (sizes[0], sizes[2]), vocabulary) | pictures(device, sizes, vocabulary)


ENCODER = {"hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2, "intermediate_size": 128,
           "vocab_size": 512}
DECODER = ENCODER | {"num_key_value_heads": 2, "pad_token_id": 0}
EXPERTS = DECODER | {"num_local_experts": 4, "num_experts_per_tok": 2}
SEQUENCES = {"vocab_size": 512, "d_model": 64, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 4,
             "decoder_attention_heads": 4, "encoder_ffn_dim": 128, "decoder_ffn_dim": 128}
SMALL_IMAGE = {"image_size": 32, "patch_size": 8}
SIX_LAYERS = {"encoder_layers": 6, "decoder_layers": 6, "encoder_attention_heads": 8, "decoder_attention_heads": 8,
              "d_model": 512, "encoder_ffn_dim": 2048, "decoder_ffn_dim": 2048}

MODELS = {
    "bert_base": Row("BertConfig", {}, ENCODER, words, (8, 512)),
    "bert_base_padded": Row("BertConfig", {}, ENCODER, padded_words, (8, 128)),
    "roberta_base": Row("RobertaConfig", {}, ENCODER, words, (8, 256)),
    "albert_base": Row("AlbertConfig", {"hidden_size": 768, "num_attention_heads": 12, "intermediate_size": 3072},
                       ENCODER | {"embedding_size": 32}, words, (8, 256)),
    "distilbert": Row("DistilBertConfig", {}, {"dim": 64, "n_heads": 4, "n_layers": 2, "hidden_dim": 128,
                                               "vocab_size": 512}, words, (16, 128)),
    "deberta_v2": Row("DebertaV2Config", {"hidden_size": 768, "num_attention_heads": 12, "intermediate_size": 3072,
                                          "num_hidden_layers": 6, "relative_attention": True, "position_buckets": 256,
                                          "pos_att_type": ["p2c", "c2p"], "norm_rel_ebd": "layer_norm",
                                          "share_att_key": True},
                      ENCODER | {"position_buckets": 8, "max_position_embeddings": 32}, words, (4, 512)),
    "gpt2": Row("GPT2Config", {}, {"n_embd": 64, "n_head": 4, "n_layer": 2, "vocab_size": 512}, words, (8, 512),
                is_causal=True),
    "gpt_neox": Row("GPTNeoXConfig", {"hidden_size": 1024, "num_attention_heads": 16, "intermediate_size": 4096,
                                      "num_hidden_layers": 6}, ENCODER, words, (4, 512), is_causal=True),
    "opt_125m": Row("OPTConfig", {"hidden_size": 768, "ffn_dim": 3072, "num_attention_heads": 12,
                                  "num_hidden_layers": 12},
                    {"hidden_size": 64, "word_embed_proj_dim": 64, "ffn_dim": 128, "num_attention_heads": 4,
                     "num_hidden_layers": 2, "vocab_size": 512}, words, (8, 512), is_causal=True),
    "llama3": Row("LlamaConfig", {"hidden_size": 4096, "intermediate_size": 14336, "num_key_value_heads": 8,
                                  "num_hidden_layers": 4}, DECODER, words, (1, 2048), is_causal=True),
    "llama_1b": Row("LlamaConfig", {"hidden_size": 2048, "intermediate_size": 8192, "num_key_value_heads": 8,
                                    "num_hidden_layers": 16}, DECODER, words, (2, 1024), is_causal=True),
    "mistral_window": Row("MistralConfig", {"num_hidden_layers": 4, "sliding_window": 1024},
                          DECODER | {"sliding_window": 8}, words, (1, 2048), is_causal=True),
    "qwen2": Row("Qwen2Config", {"hidden_size": 1536, "intermediate_size": 8960, "num_attention_heads": 12,
                                 "num_key_value_heads": 2, "num_hidden_layers": 8, "vocab_size": 32000},
                 DECODER, words, (2, 1024), is_causal=True),
    "qwen3": Row("Qwen3Config", {"hidden_size": 2048, "intermediate_size": 6144, "num_attention_heads": 16,
                                 "num_key_value_heads": 8, "head_dim": 128, "num_hidden_layers": 8,
                                 "vocab_size": 32000}, DECODER | {"head_dim": 16}, words, (2, 1024), is_causal=True),
    "gemma2_window": Row("Gemma2Config", {"num_hidden_layers": 6, "vocab_size": 32000, "sliding_window": 1024},
                         DECODER | {"head_dim": 16, "sliding_window": 8}, words, (1, 2048), is_causal=True),
    "phi3": Row("Phi3Config", {"num_hidden_layers": 4, "sliding_window": None, "pad_token_id": 0}, DECODER, words,
                (1, 2048), is_causal=True),
    "mixtral": Row("MixtralConfig", {"hidden_size": 1024, "intermediate_size": 3584, "num_attention_heads": 16,
                                     "num_key_value_heads": 4, "num_hidden_layers": 2}, EXPERTS, words, (1, 1024),
                   is_causal=True),
    "qwen3_moe": Row("Qwen3MoeConfig", {"num_hidden_layers": 2, "num_experts": 64, "vocab_size": 32000},
                     DECODER | {"head_dim": 16, "moe_intermediate_size": 32, "num_experts": 4,
                                "num_experts_per_tok": 2}, words, (1, 1024), is_causal=True),
    "mamba_130m": Row("MambaConfig", {"num_hidden_layers": 4},
                      {"hidden_size": 64, "num_hidden_layers": 2, "state_size": 8, "vocab_size": 512}, words, (4, 512),
                      is_causal=True),
    "t5_small": Row("T5Config", {"decoder_start_token_id": 0},
                    {"d_model": 64, "d_kv": 16, "d_ff": 128, "num_layers": 2, "num_heads": 4, "vocab_size": 512},
                    two_texts, (8, 512, 128), (2, 16, 8)),
    "bart_base": Row("BartConfig", SIX_LAYERS | {"d_model": 768, "encoder_attention_heads": 12,
                                                 "decoder_attention_heads": 12, "encoder_ffn_dim": 3072,
                                                 "decoder_ffn_dim": 3072},
                     SEQUENCES, two_texts, (8, 256, 128), (2, 16, 8)),
    "whisper_base": Row("WhisperConfig", SIX_LAYERS, SEQUENCES | {"max_source_positions": 50, "pad_token_id": 0,
                                                                  "bos_token_id": 1, "eos_token_id": 2,
                                                                  "decoder_start_token_id": 1},
                        speech, (4, 3000, 128), (2, 100, 8)),
    "vit_base": Row("ViTConfig", {}, ENCODER | SMALL_IMAGE, pictures, (32, 224), (2, 32)),
    "clip_base": Row("CLIPConfig", {}, {"text_config": ENCODER | {"eos_token_id": 2},
                                        "vision_config": ENCODER | SMALL_IMAGE, "projection_dim": 32},
                     captions, (16, 224, 77), (2, 32, 16)),
    "swin_tiny": Row("SwinConfig", {}, {"image_size": 32, "patch_size": 2, "embed_dim": 16, "depths": [2, 2],
                                        "num_heads": [2, 4], "window_size": 4}, pictures, (16, 224), (2, 32)),
    "convnext_tiny": Row("ConvNextConfig", {}, {"hidden_sizes": [16, 32], "depths": [1, 1], "num_stages": 2},
                         pictures, (32, 224), (2, 32)),
}


def entries(is_small: bool) -> dict[str, Entry]:
    return {name: Entry(lambda row=row: _make(row, is_small), lambda device, row=row: _inputs(row, is_small, device))
            for name, row in MODELS.items()}


def _config(row: Row, is_small: bool):
    import transformers

    return getattr(transformers, row.config)(**row.settings | (row.small if is_small else {}))


def _make(row: Row, is_small: bool):
    import transformers

    kind = transformers.AutoModelForCausalLM if row.is_causal else transformers.AutoModel
    return kind.from_config(_config(row, is_small))


def _inputs(row: Row, is_small: bool, device):
    config = _config(row, is_small)
    config = getattr(config, "text_config", config)
    vocabulary = getattr(config, "vocab_size", 0)
    return row.inputs(device, row.small_sizes if is_small else row.sizes, vocabulary)
