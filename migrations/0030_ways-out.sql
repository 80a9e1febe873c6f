CREATE TABLE "version_exits" (
	"day" date NOT NULL,
	"app" text NOT NULL,
	"os" text NOT NULL,
	"version" text NOT NULL,
	"way" text NOT NULL,
	"tried" integer DEFAULT 0 NOT NULL,
	"left" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "version_exits_day_app_os_version_way_pk" PRIMARY KEY("day","app","os","version","way")
);
--> statement-breakpoint
CREATE TABLE "ways_out" (
	"app" text NOT NULL,
	"os" text NOT NULL,
	"from_major" integer NOT NULL,
	"from_minor" integer NOT NULL,
	"ways" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ways_out_app_os_from_major_from_minor_pk" PRIMARY KEY("app","os","from_major","from_minor")
);
