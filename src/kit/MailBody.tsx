import { Tabs } from "@mantine/core";
import classes from "./MailBody.module.css";
import { allowStyles } from "./nonce.ts";

interface MailBodyProps {
  html: string;
  text: string;
  /** The original source, if it shows more. */
  source?: string | undefined;
}

/** An e-mail's content, as its reader sees it and as plain text. */
export function MailBody({ html, text, source }: MailBodyProps) {
  return (
    <Tabs defaultValue={html === "" ? "text" : "html"} keepMounted={false}>
      <Tabs.List mb="sm">
        <Tabs.Tab value="html" disabled={html === ""}>
          E-mail
        </Tabs.Tab>
        <Tabs.Tab value="text">Plain text</Tabs.Tab>
        {source !== undefined && <Tabs.Tab value="source">Source code</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="html">
        {/* No scripts and an opaque origin: whatever the message contains, it can't act for its reader. */}
        <iframe
          className={classes.frame}
          title="The e-mail"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={mailDocument(allowStyles(html))}
        />
      </Tabs.Panel>
      <Tabs.Panel value="text">
        <pre className={classes.text}>{linked(text)}</pre>
      </Tabs.Panel>
      {source !== undefined && (
        <Tabs.Panel value="source">
          <pre className={classes.text}>{source}</pre>
        </Tabs.Panel>
      )}
    </Tabs>
  );
}

function linked(text: string) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <a key={index} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  );
}

/**
 * Returns a message as the document of a sandboxed frame. Links open in a new tab. Besides the sandbox, its
 * own policy blocks any request that would reveal to the sender that it was read.
 */
export function mailDocument(html: string): string {
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer"><base target="_blank">${html}`;
}
