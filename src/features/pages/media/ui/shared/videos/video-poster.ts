/* A frame of a video, as the picture that stands in for it. */
import { tonesOf } from "#src/features/pages/media/rules.ts";
import { contrastRatio } from "#src/lib/colors.ts";

const LOADING_MS_MAX = 10_000;
const SAMPLE_PIXELS = 16;
/** With less contrast, there's nothing to see on a frame: many videos begin in black. */
const PLAIN_CONTRAST = 1.2;
const QUALITY = 0.9;

/** Returns a frame of the video, the first one unless there's nothing on it. Undefined if this browser can't play it. */
export async function takePoster(url: string): Promise<File | undefined> {
  const video = document.createElement("video");
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = "auto";
    const loaded = whenever(video, "loadeddata");
    video.src = url;
    // Phones load nothing before it plays.
    await Promise.all([loaded, video.play().catch(() => undefined)]);
    video.pause();
    const middle = Number.isFinite(video.duration) ? video.duration / 2 : 1;
    await seek(video, 0);
    if (isPlain(video)) await seek(video, middle);
    return await pictureOf(video);
  } catch {
    return undefined;
  } finally {
    video.removeAttribute("src");
    video.load();
  }
}

async function seek(video: HTMLVideoElement, to: number): Promise<void> {
  if (video.currentTime === to) return;
  const arrived = whenever(video, "seeked");
  video.currentTime = to;
  await arrived;
}

function whenever(video: HTMLVideoElement, name: "loadeddata" | "seeked"): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error("The video doesn’t load."));
    video.addEventListener(name, () => resolve(), { once: true });
    video.addEventListener("error", fail, { once: true });
    setTimeout(fail, LOADING_MS_MAX);
  });
}

function drawn(video: HTMLVideoElement, width: number, height: number) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  context?.drawImage(video, 0, 0, width, height);
  return { canvas, context };
}

function isPlain(video: HTMLVideoElement): boolean {
  const { context } = drawn(video, SAMPLE_PIXELS, SAMPLE_PIXELS);
  const pixels = context?.getImageData(0, 0, SAMPLE_PIXELS, SAMPLE_PIXELS).data;
  if (!pixels) return false;
  const { darkest, lightest } = tonesOf(pixels, 4);
  return contrastRatio(lightest, darkest) < PLAIN_CONTRAST;
}

async function pictureOf(video: HTMLVideoElement): Promise<File | undefined> {
  const { canvas } = drawn(video, video.videoWidth, video.videoHeight);
  // Browsers that can't write WebP write PNG.
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp", QUALITY));
  return blob ? new File([blob], "picture.webp", { type: blob.type }) : undefined;
}
