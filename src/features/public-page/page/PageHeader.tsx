import { initials } from "#src/lib/text.ts";
import { pictureUrl } from "./addresses.ts";
import { PageChips } from "./PageChips.tsx";
import { shownName } from "./page-text.ts";
import type { PageView } from "./page-view.ts";

/** Names that would fill the screen of a phone in the large size. */
const LARGE_NAME_CHARS_MAX = 40;

type HeaderView = Pick<
  PageView,
  "name" | "username" | "bio" | "avatar_url" | "is_online" | "response_time" | "shows_location"
>;

export function PageHeader({ view }: { view: HeaderView }) {
  const name = shownName(view);
  const picture = pictureUrl(view.avatar_url);
  const letters = initials(name);
  return (
    <header className="head">
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
      <h1 dir="auto" className={name.length > LARGE_NAME_CHARS_MAX ? "long" : undefined}>
        {name}
      </h1>
      {view.bio.trim() && (
        <p className="bio" dir="auto">
          {view.bio.trim()}
        </p>
      )}
      <PageChips view={view} />
    </header>
  );
}
