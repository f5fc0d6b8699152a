package dev.gearbox.cli.pages;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.Paragraph;
import dev.gearbox.studies.pageindexer.index.PageSearch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code gearbox search}: finds the pages of an index that contain all the words. */
@Command(
        name = "search",
        description = {
            "Search an index of gearbox index for the pages that contain all the words, the best first.",
            "The words may include \"a phrase\", -without, either | or, and prefix*. Quote them in a shell."
        },
        footer = {"", "Examples:", "gearbox search pages '\"coordinated omission\" -deprecated'"})
public final class SearchCommand implements Callable<Integer> {
    private static final int INDENT = 4;

    private final Console console;

    @Parameters(index = "0", paramLabel = "DIR", description = "Folder of the index.")
    private Path folder = Path.of("");

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "WORDS", description = "Words that the pages contain.")
    private List<String> words = List.of();

    @Option(names = "--most", paramLabel = "N", description = "Number of pages to show (default: 10).")
    private String most = "10";

    @Option(names = "--json", description = "Print JSON only.")
    private boolean json;

    public SearchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        int shown = (int) OptionValues.integer("--most", most, 1, 100_000);
        try (PageSearch search = PageSearch.open(folder)) {
            PageSearch.Hits hits = search.find(String.join(" ", words), shown);
            if (json) {
                console.out().println(tree(hits).toPrettyString());
            } else {
                print(hits, search.pages());
            }
        }
        return 0;
    }

    private void print(PageSearch.Hits hits, int pages) {
        int number = 0;
        for (PageSearch.Hit hit : hits.first()) {
            number++;
            String head = number + ".";
            console.out().println(head + " ".repeat(Math.max(1, INDENT - head.length())) + console.bold(hit.title()));
            console.out().println(" ".repeat(INDENT) + hit.address());
            if (!hit.snippet().isEmpty()) {
                String snippet = hit.snippet().replaceAll("\\s+", " ");
                console.out().println(" ".repeat(INDENT) + Paragraph.wrap(snippet, INDENT, console.outColumns()));
            }
        }
        console.out()
                .println(NumberText.count(hits.total()) + " of " + NumberText.count(pages) + " pages"
                        + (hits.total() > number ? "; --most N shows more" : ""));
    }

    private static ObjectNode tree(PageSearch.Hits hits) {
        ObjectNode tree = JsonMapper.shared().createObjectNode();
        tree.put("total", hits.total());
        ArrayNode all = tree.putArray("hits");
        for (PageSearch.Hit hit : hits.first()) {
            all.addObject().put("title", hit.title()).put("url", hit.address()).put("snippet", hit.snippet());
        }
        return tree;
    }
}
