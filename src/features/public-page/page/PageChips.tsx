import type { PageView } from "./page-view.ts";

/** What is said under the bio: whether the owner is there, how soon they answer, where the visitor is (spec §2). */
export function PageChips({
  view,
}: {
  view: Pick<PageView, "is_online" | "response_time" | "shows_location">;
}) {
  const { is_online, response_time, shows_location } = view;
  if (!is_online && response_time === "" && !shows_location) return null;
  return (
    <div className="chips">
      {is_online && <p className="online">Online now</p>}
      {response_time !== "" && <p dir="auto">{`Usually responds in ${response_time}`}</p>}
      {/* The page is the same for everybody: the script asks where its visitor is, and says nothing where nobody knows. The line is there already, so that nothing moves. */}
      {shows_location && <p className="place" data-place />}
    </div>
  );
}
