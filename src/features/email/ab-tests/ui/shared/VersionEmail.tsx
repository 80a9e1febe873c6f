import { Button, Select } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { templatesContract } from "#src/features/email/templates/contract.ts";
import { START_BLOCKS } from "#src/features/email/templates/ui/shared/mail-start.ts";
import { clientFor } from "#src/kit/api.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import type { CampaignMail, VersionEmailProps, VersionForm } from "./test-form.ts";

const templatesApi = clientFor("templates", templatesContract);
const WriteVersionDialog = lazyDialog(
  async () => (await import("./WriteVersionDialog.tsx")).WriteVersionDialog,
);

const SAME = "same";
const OWN = "own";
const TEMPLATE = "template";

const CHOICES = [
  { value: SAME, label: "Same as A" },
  { value: OWN, label: "Written here" },
  { value: TEMPLATE, label: "From a template" },
];

/** What a version says: what the campaign does, an e-mail of its own, or a template. */
export function VersionEmail(props: VersionEmailProps) {
  const { letter, version, mail, onChange } = props;
  const [isWriting, writing] = useDisclosure(false);
  const { mode } = version;
  const choose = (choice: string | null) => {
    if (choice === TEMPLATE) return onChange({ mode: "template" });
    if (choice !== OWN) return onChange({ mode: null });
    onChange((latest) => startedFrom(latest, mail));
    writing.open();
  };
  return (
    <>
      <Select
        size="md"
        label="E-mail"
        data={CHOICES}
        allowDeselect={false}
        value={mode === null ? SAME : mode === "template" ? TEMPLATE : OWN}
        onChange={choose}
      />
      {mode === "template" && <TemplateSelect {...props} />}
      {mode !== null && mode !== "template" && (
        <Button
          variant="default"
          w="fit-content"
          leftSection={<IconPencil size={18} />}
          onClick={writing.open}
        >
          {`Write version ${letter}`}
        </Button>
      )}
      <WriteVersionDialog {...props} opened={isWriting} onClose={writing.close} />
    </>
  );
}

/** A copy of the campaign to begin with, unless something is written already. */
function startedFrom({ html, blocks }: VersionForm, mail: CampaignMail): Partial<VersionForm> {
  if (html !== "") return { mode: "html" };
  if (blocks.length > 0) return { mode: "blocks" };
  if (mail.mode === "html") return { mode: "html", html: mail.html };
  const own = mail.mode === "blocks" && mail.blocks.length > 0 ? mail.blocks : START_BLOCKS;
  return { mode: "blocks", blocks: [...own], theme: mail.theme };
}

function TemplateSelect({ version, onChange }: VersionEmailProps) {
  const templates = useQuery(templatesApi.list.queryOptions());
  return (
    <Select
      size="md"
      label="Template"
      searchable
      nothingFoundMessage="No template by that name."
      data={(templates.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={version.template_id}
      onChange={(template_id) => onChange({ template_id })}
    />
  );
}
