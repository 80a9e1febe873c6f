import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Banner } from "#src/kit/Banner.tsx";
import { formatUpcoming } from "#src/kit/format-date.ts";
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
    <Banner
      isInset
      icon={<IconHistory size={20} />}
      action={
        <Button variant="default" size="xs" loading={isBusy} onClick={() => void undo(undo_id)}>
          Undo
        </Button>
      }
    >
      {doneWords(action, count)} · {formatUpcoming(at)}
    </Banner>
  );
}
