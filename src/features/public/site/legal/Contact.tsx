import type { FrameHome } from "#src/features/public/frame/page/frame-page.ts";

/**
 * "Questions? E-mail …", or nothing if the instance has no support address: we never point to an inbox that
 * doesn't exist.
 */
export function Contact({ home: { supportAddress } }: { home: FrameHome }) {
  if (!supportAddress) return null;
  return (
    <>
      {" "}
      Questions? E-mail <a href={`mailto:${supportAddress}`}>{supportAddress}</a>.
    </>
  );
}
