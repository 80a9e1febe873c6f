/** What stands where a picture should be (spec §2). */
const FAILED = "Failed to load image";

/**
 * A picture that does not load is tried at its original address, if it has another one; then the page says so in its
 * place (spec §2). The one behind the page just goes: the colours under it are there.
 */
export function startPictures(root: HTMLElement): void {
  const replace = (picture: HTMLImageElement) => {
    const { original, backdrop, initials } = picture.dataset;
    if (original) {
      delete picture.dataset.original;
      picture.src = original;
    } else if (backdrop !== undefined) {
      picture.remove();
    } else {
      const notice = document.createElement("span");
      notice.className = "failed";
      notice.textContent = FAILED;
      picture.replaceWith(initials ?? "", notice);
    }
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
