import { Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBookmark, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { use } from "react";
import type { Block } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { newId } from "#src/kit/new-id.ts";
import { templatesApi } from "../template-queries.ts";
import { ADDED, KINDS, newBlock } from "./block-kinds.ts";
import { IsInstanceMail } from "./mail-kind.ts";

const SnippetsDialog = lazyDialog(async () => (await import("../library/SnippetsDialog.tsx")).SnippetsDialog);

const ICON = { size: 18, stroke: 1.75 };

export function AddBlock({ onAdd }: { onAdd: (blocks: Block[]) => void }) {
  const { selected } = useSelectedProfile();
  const isInstanceMail = use(IsInstanceMail);
  const { data } = useQuery({ ...templatesApi.listSnippets.queryOptions(), enabled: !isInstanceMail });
  const snippets = data?.items ?? [];
  const [listed, list] = useDisclosure(false);
  return (
    <>
      <Menu width={240} keepMounted={false}>
        <Menu.Target>
          <Button variant="light" leftSection={<IconPlus size={18} />}>
            Add block
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {ADDED.filter(
            (type) => (selected && !isInstanceMail) || (type !== "links" && type !== "social"),
          ).map((type) => {
            const { label, Icon } = KINDS[type];
            return (
              <Menu.Item
                key={type}
                leftSection={<Icon {...ICON} />}
                onClick={() => onAdd([newBlock(type, selected?.id ?? "")])}
              >
                {label}
              </Menu.Item>
            );
          })}
          {snippets.length > 0 && <Menu.Label>Snippets</Menu.Label>}
          {snippets.map(({ id, name, blocks }) => (
            <Menu.Item
              key={id}
              leftSection={<IconBookmark {...ICON} />}
              onClick={() => onAdd(blocks.map((block) => ({ ...block, id: newId() })))}
            >
              {name}
            </Menu.Item>
          ))}
          {snippets.length > 0 && (
            <Menu.Item leftSection={<IconTrash {...ICON} />} onClick={list.open}>
              Delete snippets
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <SnippetsDialog snippets={snippets} opened={listed} onClose={list.close} />
    </>
  );
}
