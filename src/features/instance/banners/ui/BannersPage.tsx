import "#src/kit/deferred.css";
import { Button, Stack } from "@mantine/core";
import { IconPlus, IconSpeakerphone } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Banner } from "#src/features/instance/banners/contract.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { newId } from "#src/kit/new-id.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { BannerRow } from "./BannerRow.tsx";
import { bannersApi } from "./banner-queries.ts";

const BannerDialog = lazyDialog(async () => (await import("./BannerDialog.tsx")).BannerDialog);

/** `/admin/banners`: what the instance says on top of every dashboard. */
export function BannersPage() {
  const query = useQuery(bannersApi.list.queryOptions());
  const [edited, setEdited] = useState<{ id: string; banner: Banner | undefined }>();
  const [isOpen, setOpen] = useState(false);
  const edit = (banner?: Banner) => {
    setEdited({ id: banner?.id ?? newId(), banner });
    setOpen(true);
  };
  const items = query.data?.items;
  const write = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => edit()}>
      New banner
    </Button>
  );
  return (
    <>
      <PageTitle title="Banners" actions={!!items?.length && write}>
        What you say on top of every dashboard, until its readers dismiss it
      </PageTitle>
      {!items && <QueryState query={query} failure="We couldn’t load the banners." height={320} />}
      {items?.length === 0 && (
        <EmptyPanel
          icon={<IconSpeakerphone />}
          title="No banners"
          description="Say what everyone should know right now: maintenance tonight, something that doesn’t work, a new feature."
        >
          {write}
        </EmptyPanel>
      )}
      {items && items.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
          {items.map((banner) => (
            <BannerRow key={banner.id} banner={banner} onEdit={() => edit(banner)} />
          ))}
        </Stack>
      )}
      <BannerDialog
        key={edited?.id ?? ""}
        opened={isOpen}
        onClose={() => setOpen(false)}
        id={edited?.id ?? ""}
        banner={edited?.banner}
      />
    </>
  );
}
