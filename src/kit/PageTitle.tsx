import { useDocumentTitle } from "@mantine/hooks";
import { createContext, type ReactNode, use } from "react";
import classes from "./PageTitle.module.css";

interface PageTitleProps {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

export const InstanceName = createContext("Fanfare");

/** Titles the browser tab after the screen and the instance. */
export function useScreenTitle(title: string): void {
  useDocumentTitle(`${title} · ${use(InstanceName)}`);
}

/** The head of a dashboard page. Also titles the browser tab. */
export function PageTitle({ title, children, actions }: PageTitleProps) {
  useScreenTitle(title);
  return (
    <div className={classes.head}>
      <div className={classes.words}>
        <h1 className={classes.title} dir="auto">
          {title}
        </h1>
        {children && <div className="small-print">{children}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
