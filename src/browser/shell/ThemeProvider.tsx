import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { NavigationProgress } from "@mantine/nprogress";
import type { ReactNode } from "react";
import { COLOR_SCHEME_MANAGER, THEME } from "#src/kit/theme.ts";
import { styleNonce } from "../nonce.ts";

export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={THEME}
      defaultColorScheme="auto"
      colorSchemeManager={COLOR_SCHEME_MANAGER}
      getStyleNonce={styleNonce}
    >
      <NavigationProgress size={3} />
      <Notifications position="bottom-center" limit={1} zIndex={500} />
      <ModalsProvider labels={{ confirm: "Continue", cancel: "Cancel" }}>{children}</ModalsProvider>
    </MantineProvider>
  );
}
