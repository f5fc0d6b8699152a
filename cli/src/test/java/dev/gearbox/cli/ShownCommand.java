package dev.gearbox.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * A command that the documentation or {@code --help} shows.
 *
 * @param words the arguments of {@code gearbox}, as a shell reads them
 * @param where the first place that shows it
 */
public record ShownCommand(String words, String where) {
    private static final Pattern FENCED = Pattern.compile("(?m)^```.*\\R((?:.*\\R)*?)```");
    private static final Pattern INLINE = Pattern.compile("`(?:\\./)?gearbox ((?:[a-z]|--)[^`]*)`");
    private static final Pattern IN_BLOCK = Pattern.compile("(?m)^(?:\\$ )?(?:\\./)?gearbox ((?:[a-z]|--).*)$");
    private static final Pattern NESTED = Pattern.compile("\\$\\(\\./gearbox ([^)]+)\\)");
    private static final Pattern CONTINUED = Pattern.compile(" *\\\\\\R *");
    private static final Pattern REMARK = Pattern.compile(" {2,}#.*");

    /** All shown commands, each once. */
    public static List<ShownCommand> all(Path root, CommandLine program) {
        Map<String, String> found = new LinkedHashMap<>();
        for (Path page : MarkdownFiles.all(root)) {
            in(MarkdownFiles.text(page))
                    .forEach(words ->
                            found.putIfAbsent(words, root.relativize(page).toString()));
        }
        helpful(program).forEach((command, footer) -> {
            for (String line : footer) {
                in("```\n" + line + "\n```").forEach(words -> found.putIfAbsent(words, command + " --help"));
            }
        });
        return found.entrySet().stream()
                .map(each -> new ShownCommand(each.getKey(), each.getValue()))
                .toList();
    }

    /** The commands in a text of Markdown. */
    public static List<String> in(String markdown) {
        List<String> words = new ArrayList<>();
        Matcher blocks = FENCED.matcher(markdown);
        while (blocks.find()) {
            String block = CONTINUED.matcher(blocks.group(1)).replaceAll(" ");
            for (Pattern pattern : List.of(IN_BLOCK, NESTED)) {
                pattern.matcher(block).results().forEach(command -> words.add(command.group(1)));
            }
        }
        INLINE.matcher(blocks.replaceAll("")).results().forEach(command -> words.add(command.group(1)));
        // Three dots at the end stand for further options.
        return words.stream()
                .map(command -> REMARK.matcher(command)
                        .replaceAll("")
                        .replaceFirst(" \\.\\.\\.$", "")
                        .strip())
                .toList();
    }

    /** The footer of each command's help message, by the qualified name of the command. */
    private static Map<String, List<String>> helpful(CommandLine line) {
        Map<String, List<String>> footers = new LinkedHashMap<>();
        String[] footer = line.getCommandSpec().usageMessage().footer();
        footers.put(
                line.getCommandSpec().qualifiedName(),
                Stream.of(footer).map(text -> text.replace("%%", "%")).toList());
        line.getSubcommands().values().forEach(each -> footers.putAll(helpful(each)));
        return footers;
    }

    @Override
    public String toString() {
        return "gearbox " + words + " (" + where + ")";
    }
}
