import { Autocomplete, SegmentedControl, Select, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LinkChangeInput } from "#src/features/pages/links/bulk/bulk-contract.ts";
import type { LinkAction } from "#src/features/pages/links/bulk/bulk-rules.ts";
import { FOLDER_CHARS_MAX, TAG_CHARS_MAX } from "#src/features/pages/links/tag-rules.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { currentZone } from "#src/kit/zone.ts";
import { isWallTime, momentIn } from "#src/lib/time-zones.ts";
import { linkLabelsQuery } from "../shelf-queries.ts";

interface FieldsProps {
  /** Undefined while something is missing. */
  onChange: (change: LinkChangeInput | undefined) => void;
}

/** What a change has to know. */
export function ChangeFields({ action, onChange }: FieldsProps & { action: LinkAction }) {
  switch (action) {
    case "tag":
    case "untag":
      return <TagChange onChange={onChange} />;
    case "folder":
      return <FolderChange onChange={onChange} />;
    case "schedule":
      return <ScheduleChange onChange={onChange} />;
    case "move":
      return <MoveChange onChange={onChange} />;
    case "replace_text":
    case "replace_domain":
      return <ReplaceChange onChange={onChange} />;
    default:
      return null;
  }
}

function TagChange({ onChange }: FieldsProps) {
  const { data } = useQuery(linkLabelsQuery());
  const [action, setAction] = useState<"tag" | "untag">("tag");
  const [tag, setTag] = useState("");
  const choose = (action: "tag" | "untag", tag: string) => {
    setAction(action);
    setTag(tag);
    onChange(tag.trim() === "" ? undefined : { action, tag: tag.trim() });
  };
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="What to do"
        data={[
          { value: "tag", label: "Add a tag" },
          { value: "untag", label: "Take a tag off" },
        ]}
        value={action}
        onChange={(chosen) => choose(chosen as typeof action, tag)}
      />
      <Autocomplete
        size="md"
        label="Tag"
        data-autofocus
        data={data?.tags.map(({ name }) => name) ?? []}
        maxLength={TAG_CHARS_MAX}
        value={tag}
        onChange={(typed) => choose(action, typed)}
      />
    </Stack>
  );
}

function FolderChange({ onChange }: FieldsProps) {
  const { data } = useQuery(linkLabelsQuery());
  const [isOut, setOut] = useState(false);
  const [folder, setFolder] = useState("");
  const choose = (isOut: boolean, folder: string) => {
    setOut(isOut);
    setFolder(folder);
    if (isOut) onChange({ action: "folder", folder: null });
    else onChange(folder.trim() === "" ? undefined : { action: "folder", folder: folder.trim() });
  };
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="What to do"
        data={[
          { value: "in", label: "Into a folder" },
          { value: "out", label: "Out of folders" },
        ]}
        value={isOut ? "out" : "in"}
        onChange={(chosen) => choose(chosen === "out", folder)}
      />
      {!isOut && (
        <Autocomplete
          size="md"
          label="Folder"
          data-autofocus
          data={data?.folders.map(({ name }) => name) ?? []}
          maxLength={FOLDER_CHARS_MAX}
          value={folder}
          onChange={(typed) => choose(false, typed)}
        />
      )}
    </Stack>
  );
}

function ScheduleChange({ onChange }: FieldsProps) {
  const [isOff, setOff] = useState(false);
  const [times, setTimes] = useState({ from: "", until: "" });
  const zone = currentZone();
  const choose = (isOff: boolean, times: { from: string; until: string }) => {
    setOff(isOff);
    setTimes(times);
    if (isOff) return onChange({ action: "schedule", schedule: null });
    const moment = (wall: string) => (isWallTime(wall) ? momentIn(zone, wall).toISOString() : null);
    const [from, until] = [moment(times.from), moment(times.until)];
    const schedule = { from, until, time_zone: zone, windows: [] };
    onChange(from === null && until === null ? undefined : { action: "schedule", schedule });
  };
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="What to do"
        data={[
          { value: "set", label: "Set a schedule" },
          { value: "off", label: "Remove schedules" },
        ]}
        value={isOff ? "off" : "set"}
        onChange={(chosen) => choose(chosen === "off", times)}
      />
      {!isOff && (
        <>
          <TextInput
            type="datetime-local"
            label="Visible from"
            description={zone}
            value={times.from}
            onChange={({ currentTarget }) => choose(false, { ...times, from: currentTarget.value })}
          />
          <TextInput
            type="datetime-local"
            label="Visible until"
            value={times.until}
            onChange={({ currentTarget }) => choose(false, { ...times, until: currentTarget.value })}
          />
        </>
      )}
    </Stack>
  );
}

function MoveChange({ onChange }: FieldsProps) {
  const { profiles } = useSelectedProfile();
  return (
    <Select
      size="md"
      label="Page"
      description="They go to its end."
      searchable
      data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(profile_id) => onChange(profile_id ? { action: "move", profile_id } : undefined)}
    />
  );
}

type Place = "domain" | "both" | "titles" | "urls";

function ReplaceChange({ onChange }: FieldsProps) {
  const [place, setPlace] = useState<Place>("domain");
  const [texts, setTexts] = useState({ from: "", to: "" });
  const isDomain = place === "domain";
  const choose = (place: Place, texts: { from: string; to: string }) => {
    setPlace(place);
    setTexts(texts);
    const { from, to } = texts;
    if (from.trim() === "" || (place === "domain" && to.trim() === "")) return onChange(undefined);
    if (place === "domain") onChange({ action: "replace_domain", from: from.trim(), to: to.trim() });
    else onChange({ action: "replace_text", from, to, in: place });
  };
  return (
    <Stack gap="sm">
      <Select
        size="md"
        label="Where"
        allowDeselect={false}
        data={[
          { value: "domain", label: "The domain of URLs" },
          { value: "urls", label: "Text in URLs" },
          { value: "titles", label: "Text in titles" },
          { value: "both", label: "Text in titles and URLs" },
        ]}
        value={place}
        onChange={(chosen) => chosen && choose(chosen as Place, texts)}
      />
      <TextInput
        label="Replace"
        data-autofocus
        placeholder={isDomain ? "old.example" : undefined}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={texts.from}
        onChange={({ currentTarget }) => choose(place, { ...texts, from: currentTarget.value })}
      />
      <TextInput
        label="With"
        placeholder={isDomain ? "new.example" : undefined}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={texts.to}
        onChange={({ currentTarget }) => choose(place, { ...texts, to: currentTarget.value })}
      />
    </Stack>
  );
}
