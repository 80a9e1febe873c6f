import type { VideoType } from "../rules.ts";

export interface VideoFacts {
  content_type: VideoType;
  width: number;
  height: number;
  seconds: number;
  /** What's left out: `label` is written over its beginning, and the rest becomes zeros. */
  private: readonly { at: number; label: Buffer; from: number; to: number }[];
}
