import { Group, Paper, SegmentedControl, Stack, Switch, Text, Textarea } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import type { Preview } from "#src/features/email/templates/contract.ts";
import { CLIPPED_BYTES } from "#src/features/email/templates/rules.ts";
import { allowStyles } from "#src/kit/nonce.ts";
import classes from "../Editor.module.css";
import { type Person, PersonPicker } from "./PersonPicker.tsx";

type Device = "phone" | "desktop" | "text";

interface ShownMailProps {
  /** The template, if it is one. */
  id?: string;
  preview: Preview | undefined;
  isFailed: boolean;
  person: Person;
  onPerson: (person: Person) => void;
  /** The sender’s name and address. */
  from?: string;
  /** What’s wrong with it, and tests of it. */
  children: ReactNode;
}

/** An e-mail as somebody gets it, on a phone or a desktop. */
export function ShownMail({ id, preview, isFailed, person, onPerson, from, children }: ShownMailProps) {
  const [device, setDevice] = useState<Device>("phone");
  const [isDark, setDark] = useState(false);
  const [hasPictures, setPictures] = useState(true);
  const html = preview?.html ?? "";
  const shown = useMemo(() => previewDocument(html, { isDark, hasPictures }), [html, isDark, hasPictures]);
  return (
    <Paper component="section" withBorder radius="lg" p="md" className={classes.panel} aria-label="Preview">
      <Stack gap="sm">
        <SegmentedControl
          aria-label="Shown on"
          fullWidth
          value={device}
          onChange={(value) => setDevice(value as Device)}
          data={[
            { value: "phone", label: "Phone" },
            { value: "desktop", label: "Desktop" },
            { value: "text", label: "Plain text" },
          ]}
        />
        <PersonPicker id={id} value={person} onPerson={onPerson} />
        {device !== "text" && (
          <Group gap="md">
            <Switch label="Dark" checked={isDark} onChange={() => setDark(!isDark)} />
            <Switch label="Pictures" checked={hasPictures} onChange={() => setPictures(!hasPictures)} />
          </Group>
        )}
        {preview && <Envelope from={from} preview={preview} />}
        {isFailed && (
          <Text size="sm">The preview couldn’t be loaded. It comes back with your next change.</Text>
        )}
        {device === "text" ? (
          <Textarea
            label="Plain text"
            readOnly
            autosize
            minRows={10}
            maxRows={24}
            value={preview?.text ?? ""}
          />
        ) : (
          <iframe
            className={classes.frame}
            data-device={device}
            data-dark={isDark || undefined}
            title="E-mail preview"
            sandbox=""
            srcDoc={shown}
          />
        )}
        {preview && <Size bytes={preview.bytes} />}
        {children}
      </Stack>
    </Paper>
  );
}

interface EnvelopeProps {
  from: string | undefined;
  preview: Pick<Preview, "subject" | "preheader">;
}

/** As inboxes list it. */
function Envelope({ from, preview: { subject, preheader } }: EnvelopeProps) {
  return (
    <div dir="auto" style={{ overflowWrap: "anywhere" }}>
      {from !== undefined && (
        <Text size="sm" c="dimmed">
          {from}
        </Text>
      )}
      <Text size="sm">
        <strong>{subject || "No subject"}</strong> {preheader}
      </Text>
    </div>
  );
}

function Size({ bytes }: { bytes: number }) {
  return (
    <Text size="sm" c={bytes > CLIPPED_BYTES ? "red" : "dimmed"}>
      {Math.ceil(bytes / 1024)} of 102 KB
    </Text>
  );
}

interface Looks {
  isDark: boolean;
  hasPictures: boolean;
}

/** Returns an e-mail for the preview's frame: in a dark inbox, or one that blocks pictures. */
export function previewDocument(html: string, { isDark, hasPictures }: Looks): string {
  const scheme = isDark
    ? html.replace(/@media \(prefers-color-scheme: ?dark\)/g, "@media all")
    : html.replace(/@media \(prefers-color-scheme: ?dark\)/g, "@media not all");
  const pictures = hasPictures
    ? scheme
    : scheme.replace(/(<img\b[^<>]*?)\ssrc="[^"<>]*"/gi, '$1 src="data:,"');
  return allowStyles(pictures);
}
