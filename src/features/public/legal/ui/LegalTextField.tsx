import { Tabs, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { TEXT_CHARS_MAX } from "#src/features/public/legal/rules.ts";
import { mailDocument } from "#src/kit/MailBody.tsx";
import { allowStyles } from "#src/kit/nonce.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { Language } from "#src/lib/language.ts";
import classes from "./LegalTextField.module.css";
import { legalApi } from "./legal-queries.ts";
import { TextDiff } from "./TextDiff.tsx";

interface LegalTextFieldProps {
  language: Language;
  text: string;
  /** What’s in force. */
  before: string;
  onText: (text: string) => void;
}

/** The text as it’s written, as it reads, and as it differs from what’s in force. */
export function LegalTextField({ language, text, before, onText }: LegalTextFieldProps) {
  return (
    <Tabs defaultValue="write" keepMounted={false}>
      <Tabs.List mb="sm">
        <Tabs.Tab value="write">Write</Tabs.Tab>
        <Tabs.Tab value="preview">Preview</Tabs.Tab>
        <Tabs.Tab value="changes">Changes</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="write">
        <Textarea
          className={classes.text}
          size="md"
          label="Text"
          description="Markdown: ## for a heading, - for a list, [words](https://example.com) for a link. The first heading of the page is there already."
          autosize
          minRows={14}
          maxRows={30}
          maxLength={TEXT_CHARS_MAX}
          lang={language}
          dir="auto"
          value={text}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        />
      </Tabs.Panel>
      <Tabs.Panel value="preview">
        <Preview text={text} language={language} />
      </Tabs.Panel>
      <Tabs.Panel value="changes">
        <TextDiff before={before} after={text} />
      </Tabs.Panel>
    </Tabs>
  );
}

const STYLES =
  "body{margin:0;padding:1rem 1.25rem;font:16px/1.6 system-ui,sans-serif;color:#1b1230;overflow-wrap:anywhere}h2{margin:1.5rem 0 .5rem}dt{margin-top:.75rem}dd{margin:0}";

function Preview({ text, language }: { text: string; language: Language }) {
  const query = useQuery(legalApi.preview.queryOptions({ input: { text } }));
  if (!query.data) return <QueryState query={query} failure="We couldn’t load the preview." height={320} />;
  const html = `<style>${STYLES}</style><div lang="${language}">${query.data.html}</div>`;
  return (
    // No scripts and an opaque origin.
    <iframe
      className={classes.preview}
      title="The text as it reads"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={mailDocument(allowStyles(html))}
    />
  );
}
