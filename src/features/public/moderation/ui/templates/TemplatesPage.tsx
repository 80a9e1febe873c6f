import "#src/kit/deferred.css";
import { Button, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  KIND_LABELS,
  TEMPLATE_KINDS,
  type TemplateKind,
} from "#src/features/public/moderation/templates/template-rules.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { Card } from "#src/kit/Card.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { newId } from "#src/kit/new-id.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { moderationApi } from "../case-queries.ts";
import { TemplateRow } from "./TemplateRow.tsx";

const TemplateDialog = lazyDialog(async () => (await import("./TemplateDialog.tsx")).TemplateDialog);

/** `/admin/moderation/templates`: texts kept for statements of reasons and for answers. */
export function TemplatesPage() {
  const query = useQuery(moderationApi.listTemplates.queryOptions());
  const [edited, setEdited] = useState<{ id: string; kind: TemplateKind }>();
  const [isOpen, setOpen] = useState(false);
  const edit = (chosen: { id: string; kind: TemplateKind }) => {
    setEdited(chosen);
    setOpen(true);
  };
  const items = query.data?.items;
  return (
    <>
      <BackLink to={STAFF_PATHS.moderation}>All cases</BackLink>
      <PageTitle
        title="Reply templates"
        actions={
          items && (
            <Button
              leftSection={<IconPlus size={16} />}
              onClick={() => edit({ id: newId(), kind: "statement" })}
            >
              New template
            </Button>
          )
        }
      >
        Texts for statements of reasons and for answers, which are changed as needed before they’re sent
      </PageTitle>
      {items ? (
        <Stack>
          {TEMPLATE_KINDS.map((kind) => (
            <Card key={kind} title={KIND_LABELS[kind]}>
              <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
                {items
                  .filter((one) => one.kind === kind)
                  .map((one) => (
                    <TemplateRow key={one.id} template={one} onEdit={() => edit(one)} />
                  ))}
              </Stack>
            </Card>
          ))}
        </Stack>
      ) : (
        <QueryState query={query} failure="We couldn’t load the templates." height={320} />
      )}
      <TemplateDialog
        key={edited?.id ?? ""}
        opened={isOpen}
        onClose={() => setOpen(false)}
        id={edited?.id ?? ""}
        kind={edited?.kind ?? "statement"}
        latest={items?.find(({ id }) => id === edited?.id)}
      />
    </>
  );
}
