import { Group, Textarea } from "@mantine/core";
import classes from "./Editor.module.css";
import { MergeTagMenu } from "./MergeTagMenu.tsx";
import type { TemplateForm } from "./use-template-form.ts";

const WORDS = {
  html: "We take out scripts and forms. Include {{ unsubscribe_url }} and {{ sender.postal_address }}.",
  markdown: "The footer with your postal address and the link to unsubscribe comes below it.",
};

export function SourceField({ form }: { form: TemplateForm }) {
  const { mode, source } = form.values;
  const isHtml = mode === "html";
  return (
    <div className={classes.source}>
      <Group justify="flex-end">
        <MergeTagMenu of="the text" onTag={(tag) => form.setFieldValue("source", `${source}${tag}`)} />
      </Group>
      <Textarea
        label={isHtml ? "HTML" : "Markdown"}
        description={isHtml ? WORDS.html : WORDS.markdown}
        autosize
        minRows={16}
        maxRows={40}
        spellCheck={!isHtml}
        {...form.getInputProps("source")}
      />
    </div>
  );
}
