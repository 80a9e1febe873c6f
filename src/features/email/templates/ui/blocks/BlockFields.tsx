import {
  NumberInput,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import type { Block, Column } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { PictureField } from "../library/PictureField.tsx";
import { MergeTagMenu } from "../MergeTagMenu.tsx";
import { CountdownFields } from "./CountdownFields.tsx";

const RichText = lazyComponent(async () => (await import("./RichText.tsx")).RichText, <Skeleton h={140} />);

interface BlockFieldsProps<B extends Block = Block> {
  block: B;
  onChange: (block: Block) => void;
}

export function BlockFields({ block, onChange }: BlockFieldsProps) {
  return (
    <Stack gap="sm">
      <Fields block={block} onChange={onChange} />
      {"align" in block && <Align block={block} onChange={onChange} />}
    </Stack>
  );
}

function Fields({ block, onChange }: BlockFieldsProps) {
  switch (block.type) {
    case "text":
      return <RichText label="Text" html={block.html} onChange={(html) => onChange({ ...block, html })} />;
    case "heading":
      return (
        <>
          <Words label="Heading" value={block.text} onWords={(text) => onChange({ ...block, text })} />
          <Choice
            label="Size"
            value={String(block.level)}
            choices={{ "1": "Large", "2": "Small" }}
            onChoice={(level) => onChange({ ...block, level: level === "1" ? 1 : 2 })}
          />
        </>
      );
    case "button":
      return (
        <>
          <Words label="Label" value={block.label} onWords={(label) => onChange({ ...block, label })} />
          <Url value={block.url} onUrl={(url) => onChange({ ...block, url })} />
        </>
      );
    case "picture":
      return <PictureFields block={block} onChange={onChange} />;
    case "columns":
      return <ColumnFields block={block} onChange={onChange} />;
    case "divider":
      return <Text size="sm">A thin line. There’s nothing to set.</Text>;
    case "countdown":
      return <CountdownFields block={block} onChange={onChange} />;
    case "links":
      return (
        <>
          <ProfileChoice
            value={block.profile_id}
            help="The page’s first links, as they are when the e-mail is sent."
            onProfile={(profile_id) => onChange({ ...block, profile_id })}
          />
          <NumberInput
            label="How many"
            min={1}
            max={20}
            value={block.most}
            onChange={(most) => typeof most === "number" && onChange({ ...block, most })}
          />
        </>
      );
    case "social":
      return (
        <ProfileChoice
          value={block.profile_id}
          help="The page’s channels, such as Instagram."
          onProfile={(profile_id) => onChange({ ...block, profile_id })}
        />
      );
    case "footer":
      return (
        <TextInput
          label="Note"
          description="Why people get this, for example. Your postal address and the link to unsubscribe follow."
          value={block.note}
          onChange={({ currentTarget }) => onChange({ ...block, note: currentTarget.value })}
        />
      );
  }
}

function PictureFields({ block, onChange }: BlockFieldsProps<Extract<Block, { type: "picture" }>>) {
  return (
    <>
      <PictureField
        picture={block.picture}
        alt={block.alt}
        onPicture={(picture) => onChange({ ...block, picture })}
        onAlt={(alt) => onChange({ ...block, alt })}
      />
      <Url label="Opens (optional)" value={block.url} onUrl={(url) => onChange({ ...block, url })} />
      <NumberInput
        label="Width"
        suffix="%"
        min={10}
        max={100}
        step={10}
        allowDecimal={false}
        value={block.width}
        onChange={(width) => typeof width === "number" && onChange({ ...block, width })}
      />
    </>
  );
}

function ColumnFields({ block, onChange }: BlockFieldsProps<Extract<Block, { type: "columns" }>>) {
  const [left, right] = block.columns;
  const side = (title: string, column: Column, onColumn: (column: Column) => void) => (
    <Stack gap="sm" component="section" aria-label={title}>
      <Title order={3} size="h5">
        {title}
      </Title>
      <PictureField
        picture={column.picture}
        alt={column.alt}
        onPicture={(picture) => onColumn({ ...column, picture })}
        onAlt={(alt) => onColumn({ ...column, alt })}
      />
      <RichText
        label={`${title}, text`}
        html={column.html}
        onChange={(html) => onColumn({ ...column, html })}
      />
      <TextInput
        label="Button label (optional)"
        value={column.label}
        onChange={({ currentTarget }) => onColumn({ ...column, label: currentTarget.value })}
      />
      {column.label !== "" && <Url value={column.url} onUrl={(url) => onColumn({ ...column, url })} />}
    </Stack>
  );
  return (
    <>
      {side("Left column", left, (column) => onChange({ ...block, columns: [column, right] }))}
      {side("Right column", right, (column) => onChange({ ...block, columns: [left, column] }))}
    </>
  );
}

function Words({
  label,
  value,
  onWords,
}: {
  label: string;
  value: string;
  onWords: (words: string) => void;
}) {
  return (
    <TextInput
      label={label}
      value={value}
      maxLength={1000}
      rightSection={<MergeTagMenu of={`the ${label.toLowerCase()}`} onTag={(tag) => onWords(value + tag)} />}
      onChange={({ currentTarget }) => onWords(currentTarget.value)}
    />
  );
}

function Url({
  label = "Opens this URL",
  value,
  onUrl,
}: {
  label?: string;
  value: string;
  onUrl: (url: string) => void;
}) {
  return (
    <TextInput
      label={label}
      placeholder="https://"
      inputMode="url"
      maxLength={2048}
      value={value}
      onChange={({ currentTarget }) => onUrl(currentTarget.value.trim())}
    />
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  choices: Record<string, string>;
  onChoice: (choice: string) => void;
}

function Choice({ label, value, choices, onChoice }: ChoiceProps) {
  return (
    <SegmentedControl
      aria-label={label}
      style={{ alignSelf: "flex-start" }}
      data={Object.entries(choices).map(([key, words]) => ({ value: key, label: words }))}
      value={value}
      onChange={onChoice}
    />
  );
}

function Align({ block, onChange }: BlockFieldsProps<Extract<Block, { align: string }>>) {
  return (
    <Choice
      label="Alignment"
      value={block.align}
      choices={{ left: "Left", center: "Center", right: "Right" }}
      onChoice={(align) => onChange({ ...block, align: align as "left" | "center" | "right" })}
    />
  );
}

interface ProfileChoiceProps {
  value: string;
  help: string;
  onProfile: (id: string) => void;
}

function ProfileChoice({ value, help, onProfile }: ProfileChoiceProps) {
  const { profiles } = useSelectedProfile();
  return (
    <Select
      label="Profile"
      description={help}
      data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
      allowDeselect={false}
      value={value}
      onChange={(chosen) => chosen && onProfile(chosen)}
    />
  );
}
