"""Pages as pictures of 128 by 64 dots: letters, sizes and frames, without any device."""
