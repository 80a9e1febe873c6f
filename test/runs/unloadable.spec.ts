throw new Error("thrown while the file is loaded");
