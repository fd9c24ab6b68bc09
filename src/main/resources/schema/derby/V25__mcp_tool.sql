-- What MCP servers declared of their tools that is taken for true: what was seen first of a tool, and what an administrator acknowledged.
CREATE TABLE mcp_tool (
  server      VARCHAR(24)  NOT NULL,
  name        VARCHAR(64)  NOT NULL,
  digest      VARCHAR(64)  NOT NULL,
  description VARCHAR(64)  NOT NULL,
  arguments   VARCHAR(64)  NOT NULL,
  read_only   BOOLEAN      NOT NULL,
  taken_at    TIMESTAMP NOT NULL,
  taken_by    VARCHAR(256),
  PRIMARY KEY (server, name, digest)
);
