import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { Menu } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconBookmark,
  IconCopyPlus,
  IconGripVertical,
  IconTrash,
} from "@tabler/icons-react";
import { use, useState } from "react";
import type { Block } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import classes from "../Editor.module.css";
import { BlockFields } from "./BlockFields.tsx";
import { KINDS, summaryOf } from "./block-kinds.ts";
import { IsInstanceMail } from "./mail-kind.ts";

const SnippetDialog = lazyDialog(async () => (await import("../library/SnippetDialog.tsx")).SnippetDialog);

const ICON = { size: 18, stroke: 1.75 };

interface BlockItemProps {
  block: Block;
  isOpen: boolean;
  onOpen: () => void;
  onChange: (block: Block) => void;
  onCopy: () => void;
  onRemove: () => void;
  onMove: (by: -1 | 1) => void;
}

export function BlockItem({ block, isOpen, onOpen, onChange, ...actions }: BlockItemProps) {
  const isFooter = block.type === "footer";
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: block.id, disabled: isFooter });
  const { label, Icon } = KINDS[block.type];
  return (
    <li
      ref={setNodeRef}
      className={classes.block}
      data-open={isOpen || undefined}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={classes.head}>
        {isFooter ? (
          <span className={classes.handle} style={{ cursor: "default" }}>
            <Icon size={20} />
          </span>
        ) : (
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            className={`plain-button mantine-focus-auto ${classes.handle}`}
            aria-label={`Move ${label}`}
          >
            <IconGripVertical size={20} />
          </button>
        )}
        <button
          type="button"
          className={`plain-button mantine-focus-auto ${classes.summary}`}
          aria-expanded={isOpen}
          onClick={onOpen}
        >
          <span className={classes.kind}>{label}</span>{" "}
          <span className={classes.gist} dir="auto">
            {summaryOf(block)}
          </span>
        </button>
        {!isFooter && <BlockMenu block={block} label={label} {...actions} />}
      </div>
      {isOpen && (
        <div className={classes.fields}>
          <BlockFields block={block} onChange={onChange} />
        </div>
      )}
    </li>
  );
}

type BlockMenuProps = Pick<BlockItemProps, "block" | "onCopy" | "onRemove" | "onMove"> & { label: string };

function BlockMenu({ block, label, onCopy, onRemove, onMove }: BlockMenuProps) {
  const isInstanceMail = use(IsInstanceMail);
  const [keeping, setKeeping] = useState(false);
  return (
    <>
      <RowMenuButton
        of={label}
        isBusy={false}
        menu={(anchor) => (
          <LazyMenu anchor={anchor}>
            <Menu.Item leftSection={<IconArrowUp {...ICON} />} onClick={() => onMove(-1)}>
              Move up
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowDown {...ICON} />} onClick={() => onMove(1)}>
              Move down
            </Menu.Item>
            <Menu.Item leftSection={<IconCopyPlus {...ICON} />} onClick={onCopy}>
              Duplicate
            </Menu.Item>
            {!isInstanceMail && (
              <Menu.Item leftSection={<IconBookmark {...ICON} />} onClick={() => setKeeping(true)}>
                Save as snippet…
              </Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconTrash {...ICON} />}
              onClick={onRemove}
            >
              Delete
            </Menu.Item>
          </LazyMenu>
        )}
      />
      <SnippetDialog opened={keeping} block={block} onClose={() => setKeeping(false)} />
    </>
  );
}
