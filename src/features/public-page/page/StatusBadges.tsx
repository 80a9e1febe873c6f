import type { PageView } from "./page-view.ts";

/** The badges under the bio: whether the owner is online, and how soon they answer (spec §2). */
export function StatusBadges({ view }: { view: Pick<PageView, "is_online" | "response_time"> }) {
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
