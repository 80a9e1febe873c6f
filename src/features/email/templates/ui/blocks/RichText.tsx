import { Button, Group, Input, TextInput } from "@mantine/core";
import {
  IconBold,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconUnderline,
  type TablerIcon,
} from "@tabler/icons-react";
import { type Editor, EditorContent, useEditor, useEditorState } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { use, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "#src/kit/IconButton.tsx";
import { styleNonce } from "#src/kit/nonce.ts";
import classes from "../Editor.module.css";
import { MergeTagMenu } from "../MergeTagMenu.tsx";
import { IsLocked } from "../versions/use-editing-lock.ts";

/** Names in merge tags look like hosts: there's a top-level domain `.name`. */
const MERGE_TAG = /^(?:contact|sender)\./i;

/** The formatting that inboxes show reliably. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: false,
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    link: { openOnClick: false, protocols: ["mailto", "tel"], shouldAutoLink: (url) => !MERGE_TAG.test(url) },
  }),
];

interface RichTextProps {
  label: string;
  html: string;
  onChange: (html: string) => void;
}

export function RichText({ label, html, onChange }: RichTextProps) {
  const id = useId();
  const typed = useRef(html);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: html,
    injectNonce: styleNonce(),
    editorProps: {
      attributes: { "aria-labelledby": id, role: "textbox", "aria-multiline": "true", dir: "auto" },
    },
    onUpdate: ({ editor }) => {
      typed.current = editor.isEmpty ? "" : editor.getHTML();
      onChange(typed.current);
    },
  });
  useEffect(() => {
    // Changed from outside, such as by a teammate. While somebody types here, that stays.
    if (!editor || html === typed.current || editor.isFocused) return;
    typed.current = html;
    editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);
  const isLocked = use(IsLocked);
  useEffect(() => {
    editor?.setEditable(!isLocked, false);
  }, [editor, isLocked]);
  return (
    <div>
      <Input.Label id={id} labelElement="div">
        {label}
      </Input.Label>
      <div className={classes.rich}>
        {editor && <Tools editor={editor} />}
        <EditorContent editor={editor} />
      </div>
    </div>
  );
}

function Tools({ editor }: { editor: Editor }) {
  const [isLinking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor }) => ({
      bold: editor.isActive("bold"),
      italic: editor.isActive("italic"),
      underline: editor.isActive("underline"),
      link: editor.isActive("link"),
      bullets: editor.isActive("bulletList"),
      numbers: editor.isActive("orderedList"),
    }),
  });
  const chain = () => editor.chain().focus();
  return (
    <>
      <div className={classes.tools} role="toolbar" aria-label="Formatting">
        <Tool label="Bold" Icon={IconBold} isOn={active.bold} act={() => chain().toggleBold().run()} />
        <Tool
          label="Italic"
          Icon={IconItalic}
          isOn={active.italic}
          act={() => chain().toggleItalic().run()}
        />
        <Tool
          label="Underline"
          Icon={IconUnderline}
          isOn={active.underline}
          act={() => chain().toggleUnderline().run()}
        />
        <Tool label="Link" Icon={IconLink} isOn={active.link} act={() => setLinking(!isLinking)} />
        <Tool
          label="List"
          Icon={IconList}
          isOn={active.bullets}
          act={() => chain().toggleBulletList().run()}
        />
        <Tool
          label="Numbered list"
          Icon={IconListNumbers}
          isOn={active.numbers}
          act={() => chain().toggleOrderedList().run()}
        />
        <MergeTagMenu
          of="the text"
          onTag={(tag) => chain().insertContent({ type: "text", text: tag }).run()}
        />
      </div>
      {isLinking && <LinkFields editor={editor} onDone={() => setLinking(false)} />}
    </>
  );
}

interface ToolProps {
  label: string;
  Icon: TablerIcon;
  isOn: boolean;
  act: () => void;
}

function Tool({ label, Icon, isOn, act }: ToolProps) {
  return (
    <IconButton aria-label={label} aria-pressed={isOn} onClick={act}>
      <Icon size={18} />
    </IconButton>
  );
}

function LinkFields({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [url, setUrl] = useState<string>(editor.getAttributes("link").href ?? "");
  const set = () => {
    const chain = editor.chain().focus().extendMarkRange("link");
    if (url.trim() === "") chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive("link"))
      chain.insertContent({ type: "text", text: url, marks: [{ type: "link", attrs: { href: url } }] }).run();
    else chain.setLink({ href: url.trim() }).run();
    onDone();
  };
  return (
    <Group gap="xs" p="xs" align="flex-end">
      <TextInput
        label="URL"
        placeholder="https://"
        inputMode="url"
        style={{ flex: 1 }}
        data-autofocus
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          set();
        }}
      />
      <Button variant="default" onClick={set}>
        {url.trim() === "" ? "Remove link" : "Set link"}
      </Button>
    </Group>
  );
}
