import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { forAccount } from "./active-account.ts";
import { saveFile } from "./save-file.ts";
import { toastError } from "./toasts.tsx";
import { useOpenParam } from "./use-open-param.ts";

/**
 * A file at a URL, which the browser saves while the server is still writing it, or one whose request needs
 * more than a URL.
 */
export type ExportFile = { title: string } & ({ href: string } | { load: () => Promise<File> });

interface ExportMenuProps {
  files: readonly ExportFile[];
  label?: string;
}

/** Downloads a file: immediately if there's only one, otherwise after a choice. */
export function ExportMenu({ files, label = "CSV file" }: ExportMenuProps) {
  const { load, isLoading } = useLoading();
  const look = { variant: "default", size: "sm", leftSection: <IconDownload size={16} /> };
  const linkTo = (file: ExportFile) =>
    "href" in file ? { component: "a" as const, href: forAccount(file.href), download: true } : undefined;
  const press = (file: ExportFile) => ("load" in file ? { onClick: () => void load(file.load) } : undefined);
  const [opened, setOpened] = useState(false);
  useOpenParam("export", () => setOpened(true));
  const [file] = files;
  if (files.length === 1 && file) {
    return (
      <Button {...look} loading={isLoading} {...linkTo(file)} {...press(file)}>
        {file.title}
      </Button>
    );
  }
  return (
    <Menu opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Button {...look} loading={isLoading}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {files.map((file) => (
          <Menu.Item key={file.title} {...linkTo(file)} {...press(file)}>
            {file.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Loads one file at a time, however often it's clicked. */
function useLoading() {
  const isUnderway = useRef(false);
  const [isLoading, setLoading] = useState(false);
  const load = async (fetchFile: () => Promise<File>) => {
    if (isUnderway.current) return;
    isUnderway.current = true;
    setLoading(true);
    try {
      const file = await fetchFile();
      saveFile(file.name, file);
    } catch (error) {
      toastError(error, "The export didn’t work. Try again.");
    } finally {
      isUnderway.current = false;
      setLoading(false);
    }
  };
  return { load, isLoading };
}
