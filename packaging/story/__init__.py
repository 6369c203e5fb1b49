"""Writers of the sample engagement: one module per product, all fed by ``samples/story.toml``."""
