import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ADDRESS_ERRORS } from "#src/features/pages/links/address-contract.ts";
import { type AddressReading, readAddress, splitAddresses } from "#src/features/pages/links/address-rules.ts";
import { plural } from "#src/kit/plural.ts";
import classes from "./LinkAdder.module.css";
import { type NotAddedLine, useAddressLinks } from "./use-address-links.ts";

interface LinkAdderProps {
  profileId: string;
  /** What another app wants to be added. */
  shared: string | undefined;
  onShared: () => void;
  /** True if no more links fit. What wasn’t added stays to be copied. */
  isFull: boolean;
}

/** One field for one or many addresses. Each becomes a link at once. */
export function LinkAdder({ profileId, shared, onShared, isFull }: LinkAdderProps) {
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const takeShared = useEffectEvent((words: string) => {
    // Android's apps put words around the address.
    const address = /https?:\/\/\S+/i.exec(words)?.[0] ?? words;
    setText((typed) => [typed, address].filter(Boolean).join("\n"));
    field.current?.focus();
    onShared();
  });
  useEffect(() => {
    if (shared) takeShared(shared);
  }, [shared]);
  const [refused, setRefused] = useState<NotAddedLine[]>([]);
  const [added, setAdded] = useState(0);
  const add = useAddressLinks(profileId);
  const lines = splitAddresses(text);
  const submit = () => {
    if (lines.length === 0) return;
    setText("");
    setRefused([]);
    setAdded(0);
    void add(lines, (left) => {
      setAdded(lines.length - left.length);
      if (left.length === 0) return;
      setRefused(left);
      // What wasn't added stays, above what was typed meanwhile.
      setText((typed) => [...left.map(({ address }) => address), typed].filter(Boolean).join("\n"));
    });
  };
  if (isFull && lines.length === 0) return null;
  return (
    <form
      className={classes.adder}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Textarea
          ref={field}
          className={classes.field}
          aria-label="Addresses, one a line"
          placeholder="Paste addresses, one a line"
          autosize
          minRows={1}
          maxRows={8}
          value={text}
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setRefused([]);
            setAdded(0);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
        />
        {lines.length > 0 && (
          <Button
            type="submit"
            size="md"
            variant="light"
            leftSection={<IconPlus size={18} />}
            aria-label="Add these addresses"
          >
            Add
          </Button>
        )}
      </Group>
      {refused.length === 0 ? <Hint lines={lines} added={added} /> : <Refusals refused={refused} />}
    </form>
  );
}

/** Says what the lines mean while they're typed, and where they went. New links may be far below. */
function Hint({ lines, added }: { lines: readonly string[]; added: number }) {
  const [first] = lines;
  if (first === undefined && added > 0) {
    return (
      <Text size="sm" role="status">
        {plural(added, "link")} added, at the end of your page.
      </Text>
    );
  }
  if (first === undefined) {
    return (
      <Text size="sm" c="dimmed">
        A URL, phone number, e-mail address, or “TikTok @you”. Titles and pictures are filled in.
      </Text>
    );
  }
  const readings = lines.map(readAddress);
  const usable = readings.filter(({ ok }) => ok).length;
  const text =
    lines.length === 1
      ? meaningOf(readings[0])
      : usable === lines.length
        ? plural(usable, "link")
        : `${plural(usable, "link")}, and ${lines.length - usable} that can’t be one`;
  return (
    <Text size="sm" c="dimmed" aria-live="polite" className={classes.hint}>
      {text}
    </Text>
  );
}

function meaningOf(reading: AddressReading | undefined): string {
  if (!reading) return "";
  if (!reading.ok) return reading.problem === "handle_unclear" ? ADDRESS_ERRORS.HANDLE_UNCLEAR.message : "";
  const { url, title, meaning } = reading.read;
  if (meaning === "phone") return `Calls ${title}`;
  if (meaning === "email") return `Writes an e-mail to ${title}`;
  return `${title} · ${url}`;
}

function Refusals({ refused }: { refused: readonly NotAddedLine[] }) {
  return (
    <Stack gap={4} role="alert" className={classes.refused}>
      <Text size="sm" fw={600}>
        {plural(refused.length, "address", "addresses")} not added
      </Text>
      <ul>
        {refused.map(({ address, message }) => (
          <li key={address}>
            <bdi>{address}</bdi>: {message}
          </li>
        ))}
      </ul>
    </Stack>
  );
}
