import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatUpcoming } from "#src/kit/format-date.ts";
import classes from "../search/Found.module.css";
import { linkChangesQuery } from "../shelf-queries.ts";
import { doneWords } from "./change-words.ts";
import { useLinkChanges } from "./use-link-changes.ts";

/** The last change of many links, for as long as it can be undone, even after a reload. */
export function LastChange() {
  const { data } = useQuery(linkChangesQuery());
  const { undo, isBusy } = useLinkChanges();
  const [last] = data?.items ?? [];
  if (!last) return null;
  const { undo_id, action, count, at } = last;
  return (
    <div className={classes.status}>
      <span>
        {doneWords(action, count)} · {formatUpcoming(at)}
      </span>
      <Button variant="default" size="xs" loading={isBusy} onClick={() => void undo(undo_id)}>
        Undo
      </Button>
    </div>
  );
}
