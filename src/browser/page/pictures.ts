/** What stands where a picture should be (spec §2). */
const FAILED = "Failed to load image";

/** Puts the initials in place of an avatar that does not load, and takes away an icon that does not. */
export function replaceBrokenPictures(root: HTMLElement): void {
  const replace = (picture: HTMLImageElement) => {
    const frame = picture.parentElement;
    if (!frame) return;
    frame.title = FAILED;
    picture.replaceWith(picture.dataset.initials ?? "");
  };
  // The event does not bubble, hence the capture.
  root.addEventListener(
    "error",
    (event) => {
      if (event.target instanceof HTMLImageElement) replace(event.target);
    },
    true,
  );
  // Pictures that failed before this script was there tell again when their address is set again.
  for (const picture of root.querySelectorAll("img")) {
    if (picture.complete && picture.naturalWidth === 0) picture.setAttribute("src", picture.src);
  }
}
