import { useQuery } from "@tanstack/react-query";
import { isOwnPicture, mediaIdOf, type Tones, tonesOf } from "#src/features/pages/media/rules.ts";
import { mediaApi } from "./media-api.ts";

const SIDE_PIXELS = 120;

/** Returns the tones and the focus of a picture stored here, measured as the server does; null until then. */
export function usePictureTones(url: string | null): Tones | null {
  const { data } = useQuery({
    queryKey: ["picture-tones", url],
    queryFn: async () => {
      const [tones, focus] = await Promise.all([measure(url ?? ""), focusOf(url ?? "")]);
      return tones && focus ? { ...tones, focus } : tones;
    },
    enabled: isOwnPicture(url),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data ?? null;
}

/** Of a background that has just been taken off a page, nothing may be known anymore. */
async function focusOf(url: string): Promise<string | null> {
  const { focus } = await mediaApi.get
    .call({ id: mediaIdOf(url) ?? "" })
    .catch((): { focus: null } => ({ focus: null }));
  return focus;
}

async function measure(url: string): Promise<Tones | null> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const scale = Math.min(1, SIDE_PIXELS / Math.max(picture.naturalWidth, picture.naturalHeight));
  const width = Math.max(1, Math.round(picture.naturalWidth * scale));
  const height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return tonesOf(context.getImageData(0, 0, width, height).data, 4);
}
