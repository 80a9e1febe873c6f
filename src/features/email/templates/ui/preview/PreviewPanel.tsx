import { Group, Paper, SegmentedControl, Stack, Switch, Text, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { CLIPPED_BYTES, type Fix } from "#src/features/email/templates/rules.ts";
import { allowStyles } from "#src/kit/nonce.ts";
import classes from "../Editor.module.css";
import { templatesApi } from "../template-queries.ts";
import type { TemplateValues } from "../use-template-form.ts";
import { Findings } from "./Findings.tsx";
import { ORDINARY, type Person, PersonPicker } from "./PersonPicker.tsx";
import { TestSend } from "./TestSend.tsx";

/** The preview waits this long while someone types. */
const TYPING_MS = 400;

type Device = "phone" | "desktop" | "text";

interface PreviewPanelProps {
  id: string;
  values: TemplateValues;
  isDirty: boolean;
  onFix: (fix: Fix) => void;
}

export function PreviewPanel({ id, values, isDirty, onFix }: PreviewPanelProps) {
  const [device, setDevice] = useState<Device>("phone");
  const [isDark, setDark] = useState(false);
  const [hasPictures, setPictures] = useState(true);
  const [person, setPerson] = useState<Person>(ORDINARY);
  const { name: _, ...draft } = values;
  const [typed] = useDebouncedValue(JSON.stringify(draft), TYPING_MS);
  const { data, isError } = useQuery({
    ...templatesApi.preview.queryOptions({ input: { id, ...person, draft: JSON.parse(typed) } }),
    placeholderData: keepPreviousData,
  });
  const html = data?.html ?? "";
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
        <PersonPicker id={id} value={person} onPerson={setPerson} />
        {device !== "text" && (
          <Group gap="md">
            <Switch label="Dark" checked={isDark} onChange={() => setDark(!isDark)} />
            <Switch label="Pictures" checked={hasPictures} onChange={() => setPictures(!hasPictures)} />
          </Group>
        )}
        {data && <Envelope subject={data.subject} preheader={data.preheader} />}
        {isError && (
          <Text size="sm">The preview couldn’t be loaded. It comes back with your next change.</Text>
        )}
        {device === "text" ? (
          <Textarea label="Plain text" readOnly autosize minRows={10} maxRows={24} value={data?.text ?? ""} />
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
        {data && <Size bytes={data.bytes} />}
        {data && <Findings id={id} findings={data.findings} onFix={onFix} />}
        <TestSend id={id} person={person} isDirty={isDirty} />
      </Stack>
    </Paper>
  );
}

function Envelope({ subject, preheader }: { subject: string; preheader: string }) {
  return (
    <Text size="sm" dir="auto" style={{ overflowWrap: "anywhere" }}>
      <strong>{subject || "No subject"}</strong> {preheader}
    </Text>
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
function previewDocument(html: string, { isDark, hasPictures }: Looks): string {
  const scheme = isDark
    ? html.replace(/@media \(prefers-color-scheme: ?dark\)/g, "@media all")
    : html.replace(/@media \(prefers-color-scheme: ?dark\)/g, "@media not all");
  const pictures = hasPictures
    ? scheme
    : scheme.replace(/(<img\b[^<>]*?)\ssrc="[^"<>]*"/gi, '$1 src="data:,"');
  return allowStyles(pictures);
}
