import { Badge, Menu } from "@mantine/core";
import { IconCopyPlus, IconFolder, IconListSearch, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import classes from "#src/kit/ItemList.module.css";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import { toastError, toastFailure, toastSuccess } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { MailThumbnail } from "./MailThumbnail.tsx";
import { templatesApi, usesWords, useTemplatesRefresh } from "./template-queries.ts";

const UsesDialog = lazyDialog(async () => (await import("./UsesDialog.tsx")).UsesDialog);
const FolderDialog = lazyDialog(async () => (await import("./FolderDialog.tsx")).FolderDialog);

const ICON = { size: 18, stroke: 1.75 };
const MODES = { blocks: "", html: "HTML", markdown: "Markdown" };

interface TemplateRowProps {
  template: Awaited<ReturnType<typeof templatesApi.list.call>>["items"][number];
  folders: readonly string[];
}

export function TemplateRow({ template, folders }: TemplateRowProps) {
  const { id, name, subject, folder, mode, updated_at } = template;
  const [filing, setFiling] = useState(false);
  const [finding, setFinding] = useState(false);
  const refresh = useTemplatesRefresh();
  const run = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  const duplicate = () =>
    run.mutate(async () => {
      await templatesApi.duplicate.call({ id });
      toastSuccess({ message: "Template copied" });
    });
  const remove = async () => {
    const { items: uses } = await templatesApi.uses.call({ id }).catch(() => ({ items: [] }));
    if (uses.length > 0) return toastFailure({ title: "It’s still used", message: usesWords(uses) });
    const message = "Its versions go with it. E-mail that was sent stays as it was.";
    if (await confirm({ title: `Delete ${name}?`, message, confirm: "Delete template", danger: true }))
      run.mutate(() => templatesApi.delete.call({ id }));
  };
  return (
    <li className={classes.row}>
      <MailThumbnail look={template.look} />
      <Link to={PATHS.template} params={{ id }} className={`mantine-focus-auto ${classes.words}`}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <span className={classes.about} dir="auto">
          {subject || "No subject yet"}
        </span>
        <span className={classes.facts}>
          Changed {formatDateTime(updated_at)}
          {folder !== "" && ` · ${folder}`}
          {MODES[mode] !== "" && (
            <Badge component="span" size="sm" variant="light" tt="none">
              {MODES[mode]}
            </Badge>
          )}
        </span>
      </Link>
      <RowMenuButton
        of={name}
        isBusy={run.isPending}
        menu={(anchor) => (
          <LazyMenu anchor={anchor}>
            <Menu.Item leftSection={<IconListSearch {...ICON} />} onClick={() => setFinding(true)}>
              Where it’s used
            </Menu.Item>
            <Menu.Item leftSection={<IconCopyPlus {...ICON} />} onClick={duplicate}>
              Duplicate
            </Menu.Item>
            <Menu.Item leftSection={<IconFolder {...ICON} />} onClick={() => setFiling(true)}>
              Move to folder…
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconTrash {...ICON} />}
              onClick={() => void remove()}
            >
              Delete
            </Menu.Item>
          </LazyMenu>
        )}
      />
      <UsesDialog template={template} opened={finding} onClose={() => setFinding(false)} />
      <FolderDialog
        opened={filing}
        folder={folder}
        folders={folders}
        onClose={() => setFiling(false)}
        onFolder={async (wanted) => {
          await templatesApi.update.call({ id, folder: wanted });
          await refresh();
        }}
      />
    </li>
  );
}
