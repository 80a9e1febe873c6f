import { pictureUrl } from "#src/features/pages/icons/page/icons.ts";
import { initials } from "#src/lib/text.ts";
import { visibleName } from "./page-text.ts";
import type { PageView } from "./page-view.ts";

/** The owner's avatar, or initials. The script also replaces a picture that doesn't load with initials. */
export function Avatar({ view }: { view: Pick<PageView, "name" | "username" | "avatar_url"> }) {
  const picture = pictureUrl(view.avatar_url);
  const letters = initials(visibleName(view));
  return (
    <div className="face">
      {picture ? (
        <img
          src={picture}
          alt=""
          width={112}
          height={112}
          decoding="async"
          fetchPriority="high"
          data-initials={letters}
        />
      ) : (
        <span aria-hidden="true">{letters}</span>
      )}
    </div>
  );
}
