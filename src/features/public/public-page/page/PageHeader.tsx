import { Avatar } from "./Avatar.tsx";
import { visibleName } from "./page-text.ts";
import type { PageView } from "./page-view.ts";

/** Longer names would fill a phone's screen at the large size. */
const LARGE_NAME_CHARS_MAX = 40;

type HeaderView = Pick<
  PageView,
  "name" | "username" | "bio" | "avatar_url" | "is_online" | "response_time" | "shows_location" | "theme"
>;

export function PageHeader({ view }: { view: HeaderView }) {
  const name = visibleName(view);
  return (
    <header className="head">
      {view.theme.avatar_shape !== "none" && <Avatar view={view} />}
      <h1 dir="auto" className={name.length > LARGE_NAME_CHARS_MAX ? "long" : undefined}>
        {name}
      </h1>
      {view.bio.trim() && (
        <p className="bio" dir="auto">
          {view.bio.trim()}
        </p>
      )}
      <StatusBadges view={view} />
      {/* The page is the same for everyone, so the script requests the visitor's location. The line is
          out of the flow: nothing moves when it appears, and there's no gap without it. */}
      {view.shows_location && <p className="place" lang="en" data-place />}
    </header>
  );
}

/** The badges under the bio: whether the owner is online, and how soon they answer (spec §2). */
function StatusBadges({ view }: { view: Pick<PageView, "is_online" | "response_time"> }) {
  const { is_online, response_time } = view;
  if (!is_online && response_time === "") return null;
  return (
    <div className="chips">
      {is_online && (
        <p className="online" lang="en">
          Online now
        </p>
      )}
      {response_time !== "" && <p dir="auto" lang="en">{`Usually responds in ${response_time}`}</p>}
    </div>
  );
}
