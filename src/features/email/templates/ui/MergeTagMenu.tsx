import { Menu } from "@mantine/core";
import { IconBraces } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { use } from "react";
import { MERGE_TAGS } from "#src/features/email/templates/rules.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { MenuButton } from "#src/kit/MenuButton.tsx";
import { IsInstanceMail } from "./blocks/mail-kind.ts";
import { templatesApi } from "./template-queries.ts";

interface MergeTagMenuProps {
  of: string;
  onTag: (tag: string) => void;
}

/** Formats a merge tag, with a fallback for fields that contacts often lack. */
export function formatMergeTag({ name, fallback }: { name: string; fallback?: string }): string {
  return fallback === undefined ? `{{ ${name} }}` : `{{ ${name} | default: "${fallback}" }}`;
}

export function MergeTagMenu({ of, onTag }: MergeTagMenuProps) {
  if (use(IsInstanceMail)) return null;
  return (
    <MenuButton
      button={(button) => (
        <IconButton {...button} aria-label={`Insert a merge tag into ${of}`}>
          <IconBraces size={18} />
        </IconButton>
      )}
      menu={(anchor) => (
        <LazyMenu anchor={anchor} position="bottom-end">
          <Items onTag={onTag} />
        </LazyMenu>
      )}
    />
  );
}

function Items({ onTag }: Pick<MergeTagMenuProps, "onTag">) {
  const { data } = useQuery(templatesApi.listFields.queryOptions());
  const fields = (data?.items ?? []).map(({ key, label }) => ({ name: `contact.fields.${key}`, label }));
  return [...MERGE_TAGS, ...fields].map((tag) => (
    <Menu.Item key={tag.name} onClick={() => onTag(formatMergeTag(tag))}>
      {tag.label}
    </Menu.Item>
  ));
}
