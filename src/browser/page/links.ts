/** Long enough for every browser to have read the address, too short for anyone to copy it. */
const RESTORE_DELAY_MS = 100;

/**
 * Follows links straight to their destination. Outside of a click `href` stays the counting address (`/go/…`), which is
 * what right-click, copy and browsers without script use.
 */
export function followLinks(root: HTMLElement, onFollow: (linkId: string) => void): void {
  const follow = (event: MouseEvent) => {
    const anchor =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-link]") : null;
    const { link, url } = anchor?.dataset ?? {};
    // The middle button announces itself as `auxclick`; the right one does not follow.
    if (!anchor || !link || !url || event.button > 1 || event.defaultPrevented) return;
    const counting = `/go/${encodeURIComponent(link)}`;
    anchor.setAttribute("href", url);
    setTimeout(() => anchor.setAttribute("href", counting), RESTORE_DELAY_MS);
    onFollow(link);
  };
  root.addEventListener("click", follow);
  root.addEventListener("auxclick", follow);
}
