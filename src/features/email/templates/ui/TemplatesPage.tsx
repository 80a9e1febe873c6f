import "#src/kit/deferred.css";
import { Button, SegmentedControl, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconTemplate } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import rows from "#src/kit/ItemList.module.css";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { useOpenParam } from "#src/kit/use-open-param.ts";
import { TemplateRow } from "./TemplateRow.tsx";
import classes from "./Templates.module.css";
import { templatesApi } from "./template-queries.ts";

const NewTemplateDialog = lazyDialog(async () => (await import("./NewTemplateDialog.tsx")).NewTemplateDialog);

/** `/dashboard/marketing/templates`: reusable e-mails. */
export function TemplatesPage() {
  const [choosing, choose] = useDisclosure(false);
  useOpenParam("create", choose.open);
  const query = useQuery(templatesApi.list.queryOptions());
  const { data } = query;
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={choose.open}>
      New template
    </Button>
  );
  const isEmpty = data?.items.length === 0;
  return (
    <>
      <PageTitle title="Templates" actions={data && !isEmpty && add}>
        Write an e-mail once, and send it as often as you like
      </PageTitle>
      {!data && <QueryState query={query} failure="We couldn’t load your templates." height={160} />}
      {isEmpty && (
        <EmptyPanel
          size="lg"
          icon={<IconTemplate />}
          title="No templates yet"
          description="Start from one of ours, and make it sound like you. Your links and your address are in it already."
        >
          {add}
        </EmptyPanel>
      )}
      {data && !isEmpty && <TemplateList items={data.items} />}
      <NewTemplateDialog opened={choosing} onClose={choose.close} />
    </>
  );
}

type Items = Parameters<typeof TemplateRow>[0]["template"][];

const ALL = "";

function TemplateList({ items }: { items: Items }) {
  const [folder, setFolder] = useState(ALL);
  const folders = [...new Set(items.map((item) => item.folder))].filter((name) => name !== "").sort();
  const isThere = folders.includes(folder);
  const shown = isThere ? items.filter((item) => item.folder === folder) : items;
  return (
    <Stack gap="md">
      {folders.length > 0 && (
        <SegmentedControl
          aria-label="Folder"
          className={classes.folders}
          value={isThere ? folder : ALL}
          onChange={setFolder}
          data={[{ value: ALL, label: "All" }, ...folders.map((name) => ({ value: name, label: name }))]}
        />
      )}
      <ul className={rows.list} aria-label="Templates">
        {shown.map((template) => (
          <TemplateRow key={template.id} template={template} folders={folders} />
        ))}
      </ul>
    </Stack>
  );
}
