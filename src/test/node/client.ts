// Submits a run, follows it to its end, and prints what it gave: a client as the description alone lets one write it.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

declare const process: { env: Record<string, string | undefined> };

type StreamEvent = components["schemas"]["StreamEvent"];

const baseUrl = process.env["REPRISE_URL"] ?? "";
const headers = { Authorization: process.env["REPRISE_LOGIN"] ?? "" };
const client = createClient<paths>({ baseUrl, headers });

/** Reads the events out of a stream of them. */
async function* events(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of stream) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(block.split("\n").map((line) => line.split(/: (.*)/s, 2) as [string, string]));
      const [id, event, data] = [fields.get("id"), fields.get("event"), fields.get("data")];
      if (event && data) {
        yield { ...(id && { id }), event, data: JSON.parse(data) } as StreamEvent;
      }
    }
  }
}

/** Returns what a recorded event says of the run's end, if it does. */
function output(event: components["schemas"]["EventView"]): string | undefined {
  switch (event.type) {
    case "run.completed":
      return event.data.output;
    case "run.failed":
    case "run.dead-lettered":
      throw new Error(event.data.failure.message);
    default:
      return undefined;
  }
}

const submitted = await client.POST("/api/v1/runs", {
  body: { agent: "quick", workspace: "test", input: { topic: "tea", author: { name: "Ana" } } },
});
if (!submitted.data) {
  throw new Error(submitted.error.code + ": " + submitted.error.detail);
}

const path = { id: submitted.data.id };
const following = await client.GET("/api/v1/runs/{id}/events", {
  params: { path },
  headers: { Accept: "text/event-stream" },
  parseAs: "stream",
});
let told: string | undefined;
for await (const event of events(following.response.body as ReadableStream<Uint8Array>)) {
  if (event.event === "snapshot") {
    const status: components["schemas"]["RunStatus"] = event.data.run.status;
    console.log("snapshot " + status);
  } else if ("id" in event) {
    console.log(event.data.sequence + " " + event.data.type);
    told = output(event.data) ?? told;
  }
}

const ended = await client.GET("/api/v1/runs/{id}", { params: { path } });
console.log("told " + told);
console.log("output " + ended.data?.progress?.outcome?.output);
