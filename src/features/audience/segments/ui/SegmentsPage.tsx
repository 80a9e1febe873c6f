import "#src/kit/deferred.css";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconUsersGroup } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import classes from "#src/kit/ItemList.module.css";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { useOpenParam } from "#src/kit/use-open-param.ts";
import { SegmentRow } from "./SegmentRow.tsx";
import { segmentsQuery, useCatalog } from "./shared/segment-queries.ts";

const NewSegmentDialog = lazyDialog(async () => (await import("./NewSegmentDialog.tsx")).NewSegmentDialog);

/** `/dashboard/marketing/automation/segmentation`: the account's segments. */
export function SegmentsPage() {
  const [choosing, choose] = useDisclosure(false);
  useOpenParam("create", choose.open);
  const canEdit = useHasPermission("leads.delete");
  const query = useQuery(segmentsQuery());
  const catalog = useCatalog();
  const items = query.data?.items;
  const add = canEdit && (
    <Button leftSection={<IconPlus size={18} />} onClick={choose.open}>
      New segment
    </Button>
  );
  return (
    <>
      <PageTitle title="Segments" actions={items && items.length > 0 && add}>
        Groups of your fans, by what you know of them and what they do
      </PageTitle>
      {(!items || !catalog.data) && (
        <QueryState
          query={query.error ? query : catalog}
          failure="We couldn’t load your segments."
          height={160}
        />
      )}
      {items?.length === 0 && catalog.data && (
        <EmptyPanel
          size="lg"
          icon={<IconUsersGroup />}
          title="No segments yet"
          description="Start from one of ours, such as your top fans or those who are going cold, and change what you like."
        >
          {add}
        </EmptyPanel>
      )}
      {items && items.length > 0 && catalog.data && (
        <ul className={classes.list} aria-label="Segments">
          {items.map((segment) => (
            <SegmentRow key={segment.id} segment={segment} catalog={catalog.data} />
          ))}
        </ul>
      )}
      <NewSegmentDialog opened={choosing} taken={items ?? []} onClose={choose.close} />
    </>
  );
}
