/** Shown in place of a picture that doesn't load (spec §2). */
const FAILED = "Failed to load image";

/**
 * Retries a picture that doesn't load at its original URL, if it has another one, and then shows a message in
 * its place (spec §2). An avatar gives way to initials, and the picture behind the page to the colors under
 * it.
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
      const instead = document.createElement("span");
      if (initials) instead.ariaHidden = "true";
      else Object.assign(instead, { className: "failed", lang: "en" });
      instead.textContent = initials ?? FAILED;
      picture.replaceWith(instead);
    }
  };
  // The event doesn't bubble, so it is captured.
  root.addEventListener(
    "error",
    (event) => {
      if (event.target instanceof HTMLImageElement) replace(event.target);
    },
    true,
  );
  // Pictures that failed before this script ran report it again once their URL is reset.
  for (const picture of root.querySelectorAll("img")) {
    if (picture.complete && picture.naturalWidth === 0) picture.setAttribute("src", picture.src);
  }
}
