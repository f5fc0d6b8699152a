package dev.gearbox.cli;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How a test runs a shown command: what replaces addresses, ports and amounts that only the reader has, and how the command is shortened. All rules are here.
 * The documentation must not show a command that no rule matches.
 *
 * @param words the arguments of {@code gearbox}, as a shell reads them
 * @param way how the command is run
 */
public record ShownCommandRule(String words, Way way) {
    /** How a command is run, and how it ends. */
    enum Way {
        /** Until it ends, which takes a moment. */
        ENDS,
        /** Until it prints its address; then it is terminated. */
        SERVES,
        /** Until it ends, which takes some seconds and several JVMs. */
        MEASURES,
        /** Until it has recorded its first measurement, because there is no short form; then it is terminated. */
        RECORDS
    }

    private record Rule(Pattern words, Way way, String more) {
        Rule(String words, Way way, String more) {
            this(Pattern.compile(words), way, more);
        }
    }

    /** The smallest experiment, with slices long enough for some answers on a busy machine. */
    private static final String SHORT = " --forks 1 --blocks 1 --slice 500ms --warm-up 100ms --patience 0s";

    /** The first rule that matches applies. */
    private static final List<Rule> RULES = List.of(
            new Rule("--(jdk-home|help|version)", Way.ENDS, ""),
            new Rule("[a-z ]+ --help", Way.ENDS, ""),
            // The name of a command, in prose.
            new Rule(
                    "index|search|load|origin|serve|compare|claims|advise|cp( SOURCE\\.\\.\\. TARGET)?",
                    Way.ENDS,
                    " --help"),
            new Rule("(engines|externals|history|report|decisions|search|index|shift|cp)\\b.*", Way.ENDS, ""),
            // A calibration of another machine in the reader's cache is no error here.
            new Rule("advise .*--verify.*", Way.MEASURES, SHORT + " --foreign"),
            new Rule("advise --validate.*", Way.RECORDS, " --foreign"),
            // Sixty predictions.
            new Rule("advise --map.*", Way.MEASURES, " --foreign"),
            new Rule("advise --from 4242", Way.ENDS, " --for 2s --foreign"),
            new Rule("advise\\b.*", Way.ENDS, " --foreign"),
            new Rule("calibrate --out .*", Way.MEASURES, " --for 1s --patience 0s"),
            new Rule("calibrate --for \\S+", Way.MEASURES, " --patience 0s --out calibration.json"),
            new Rule("calibrate", Way.MEASURES, " --for 1s --patience 0s --out calibration.json"),
            new Rule("compare results/.*", Way.ENDS, ""),
            new Rule("load .*", Way.ENDS, " --duration 2s --warm-up 500ms"),
            new Rule("(serve|origin)\\b.*", Way.SERVES, ""),
            new Rule("check shift --engine .*", Way.ENDS, " --shifts 20 --connections 2"),
            new Rule(
                    "check shift\\b.*",
                    Way.MEASURES,
                    " --shifts 20 --connections 2 --engine selector --engine virtual"),
            new Rule("check soak( --engine .*)?", Way.MEASURES, " --for 1s --connections 5"),
            new Rule("check soak .*", Way.MEASURES, " --connections 5"),
            // The verdict of these checks does not depend on the load of the machine.
            new Rule("check", Way.ENDS, " --only IT-11 --only IT-17"),
            new Rule("check --all", Way.ENDS, " --only IT-19"),
            new Rule("check --only IT-(5|20)", Way.ENDS, ""),
            // It takes seven minutes.
            new Rule("check --only IT-22", Way.ENDS, " --help"),
            // An A/A takes two minutes.
            new Rule("check --cores", Way.ENDS, " shared --help"),
            new Rule("check --cores .*", Way.ENDS, " --help"),
            new Rule("claims .*--explain\\b.*", Way.ENDS, ""),
            // Claims about several cores need an A/A of four minutes first.
            new Rule("claims page-indexer", Way.RECORDS, " --claim pi-2"),
            new Rule("claims( echo-server)?( page-indexer)?( --due.*)?", Way.RECORDS, " --claim net-1"),
            new Rule("run", Way.RECORDS, ""),
            new Rule("run .*--workload idle\\b.*", Way.RECORDS, " --engine selector"),
            new Rule("run .*--slo .*", Way.RECORDS, " --engine selector"),
            new Rule("run echo-server --workload io-uring-map", Way.RECORDS, ""),
            // Its subjects are not the engines.
            new Rule("run (file-copy|fan-out-gateway --workload)\\b.*", Way.RECORDS, ""),
            new Rule("run \\S+ .*--engine .*", Way.MEASURES, SHORT),
            new Rule("run \\S+ --workload .*", Way.MEASURES, " --engine selector --engine epoll" + SHORT),
            new Rule("(run|claims|compare)\\b.*", Way.RECORDS, ""));

    /** Replacements for what only the reader has. */
    private static final Map<String, String> STANDS_FOR = Map.ofEntries(
            entry("https://example\\.org/", "{site}"),
            entry("127\\.0\\.0\\.1:(49848|51234)\\b", "{client}"),
            entry("\\b127\\.0\\.0\\.1:7007\\b", "{server}"),
            entry("--server 7007\\b", "--server {shifted}"),
            entry("--port (7007|8080)\\b", "--port 0"),
            entry("--connections (10000|60000)\\b", "--connections 40"),
            entry(" --(duration|warm-up|forks|blocks) \\S+", ""),
            entry("--for (10m|24h|30s|5s)\\b", "--for 1s"),
            entry("--only IT-5\\b", "--only IT-3"),
            entry("place=/mnt/xfs\\b", "place=."),
            entry("report results/[\\w-]+ --into \\S+", "report results/echo-server --into findings.md"),
            entry("--from 4242\\b", "--from {pid}"));

    /**
     * The rule for a command; empty if none matches.
     *
     * @param here the test's values for {@code {site}} and the other placeholders
     */
    public static Optional<ShownCommandRule> of(String command, Map<String, String> here) {
        String replaced = command;
        for (Map.Entry<String, String> each : STANDS_FOR.entrySet()) {
            replaced = replaced.replaceAll(each.getKey(), each.getValue());
        }
        for (Map.Entry<String, String> each : here.entrySet()) {
            replaced = replaced.replace(each.getKey(), each.getValue());
        }
        String words = replaced;
        return RULES.stream()
                .filter(rule -> rule.words().matcher(command).matches())
                .findFirst()
                .map(rule -> new ShownCommandRule(inserted(words, rule.more()), rule.way()));
    }

    /** Inserts more arguments before a redirection of the shell. */
    private static String inserted(String words, String more) {
        int redirection = words.indexOf(" > ");
        return redirection < 0 ? words + more : words.substring(0, redirection) + more + words.substring(redirection);
    }

    /** Whether the command takes seconds and several JVMs. */
    public boolean isLong() {
        return way == Way.MEASURES || way == Way.RECORDS;
    }
}
