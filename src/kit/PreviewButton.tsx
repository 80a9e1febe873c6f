import { useDisclosure } from "@mantine/hooks";
import { IconDeviceMobile } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { actionLook } from "./action.ts";
import { lazyDialog } from "./lazy.tsx";
import classes from "./PreviewFrame.module.css";

const PreviewDrawer = lazyDialog(async () => (await import("./PreviewDrawer.tsx")).PreviewDrawer);

/** Opens a preview where there's no room for it next to the form. */
export function PreviewButton({ children }: { children: ReactNode }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <span className={classes.asked}>
        <button type="button" {...actionLook("default")} onClick={open}>
          <IconDeviceMobile size={18} />
          Preview
        </button>
      </span>
      <PreviewDrawer opened={opened} onClose={close}>
        {children}
      </PreviewDrawer>
    </>
  );
}
