package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.lab.Study;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong with a command: one line that says what, why and what to do, exit code 2, nothing on standard output. */
final class BadInputTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rum | no command \"rum\". Did you mean run? Known: run, claims, compare, report, decisions, history, check, advise, calibrate, engines, externals, serve, shift, load, origin, index, search",
                "engines --jsno | engines has no option \"--jsno\". Did you mean --json? It has: --help, --json, --verbose",
                "engines now | engines does not take \"now\". For help: gearbox engines --help",
                "run echo-server --workload idle --set quiet=5 | --set quiet does not apply to idle: the memory of a quiet connection is the slope",
                "run echo-server --workload idle --slice 1s | --slice applies to servers under load, but idle measures idle connections. Leave it out",
                "run echo-server --workload idle --engine selector --budget 20s | a budget of 20 s does not suffice for 1 arm: two forks of 3 numbers of connections take about",
                "run echo-server --engine reactor | no engine \"reactor\". Did you mean reactors?",
                "run echo-server --engine pool?thread=5 | pool has no parameter \"thread\". It has: threads (integer",
                "run echo-server --engine pool?threads=many | pool: threads cannot be \"many\". It takes: integer from 1",
                "run echo-server --engine ref-selectr | no reference \"ref-selectr\". Did you mean ref-selector?",
                "run echo-server --engine external:c-epol | unknown external \"c-epol\". Did you mean c-epoll? Known: article-nio, article-pool, article-stages, c-epoll, crawler-deferred, crawler-deferred-5, go-echo, nginx, paper-reactors, rust-echo; or give a command: external:c-epol=./server {port}",
                "run echo-server --engine external:./server | \"external:./server\" names no external subject. Name an example",
                "run echo-server --engine external:mine= | external:mine has no command. Give one: external:mine=./server --port {port}",
                "run echo-server --engine external:mine=java | external:mine: the command has no {port}. Write {port} in place of",
                "run echo-server --engine external:mine='java{port} | the command cannot be split into words, the quote ' is not closed",
                "run echo-server --engine external:mine=./nowhere{port} | external:mine: there is no program \"./nowhere{port}\"",
                "run echo-server --offload 2 --engine external:a=sh{port} | offload is for engines; external:a runs as it is",
                "run echo-server --workload ping --engine selector --baseline external:a=sh{port} | the baseline \"external:a\" does not take part",
                "compare external:nothing selector | unknown external \"nothing\". Known: article-nio, article-pool, article-stages, c-epoll",
                "run echo-server --workload pnig | unknown workload \"pnig\". Did you mean ping? Known: ping, hello-bye, connect",
                "run echoserver | no study \"echoserver\". Did you mean echo-server? Known: echo-server",
                "run echo-server --quick --full | --quick, --full and --budget exclude each other. Give one",
                "run echo-server --until-decided --forks 7 | --until-decided excludes --quick, --full and --forks. Limit its time",
                "claims echo-server --until-decided --full | --until-decided excludes --quick, --full and --forks.",
                "run echo-server --offload some | offload is a number of workers from 1 to 99999 or elastic, not \"some\"",
                "run echo-server --connections 0 | --connections cannot be \"0\". It takes: integer from 1 to 1000000",
                "run echo-server --engine | run needs --engine SPEC. For help: gearbox run --help",
                "run echo-server --out a --out b | --out is given more than once. Give it only once",
                "run pageindexer | no study \"pageindexer\". Did you mean page-indexer? Known: echo-server, fan-out-gateway, file-copy, page-indexer",
                "run page-indexer --workload pges | unknown workload \"pges\". Did you mean pages? Known: pages, link, patience",
                "run page-indexer --engine okhtp | no client \"okhtp\". Did you mean okhttp?",
                "run page-indexer --engine pool?thread=5 | pool has no parameter \"thread\". It has: threads",
                "run page-indexer --offload elastic --engine selector | offload is a number of workers from 1 to 999, not \"elastic\"",
                "run page-indexer --slo 5ms | --slo applies to servers under load, but pages is a job. Leave it out",
                "run page-indexer --connections 5 | --connections applies to servers under load, but pages is a job",
                "run page-indexer --set byts=5 | workloads/pages.yaml: unknown axis \"byts\". Known: size, work",
                "run page-indexer --engine selector --budget 2s | a budget of 2 s does not suffice for 1 arm: three forks",
                "run file-copy --as-published --set size=1KiB | --as-published runs its tables as a whole, without --set. Leave it out",
                "run file-copy --as-published --quick --forks 3 | --as-published runs its tables as a whole, without --forks. Leave it out",
                "run fan-out-gateway --services nowhere.yaml | --services nowhere.yaml cannot be read. Name a YAML file",
                "run file-copy --services pom.xml | --services describes what gateways call, and the study file-copy has none",
                "run fan-out-gateway --services pom.xml --workload open | --services is a workload of its own. Leave out --workload",
                "run fan-out-gateway --services pom.xml | pom.xml",
                "run --services pom.xml | the tour takes no --services. Name the study",
                "run fan-out-gateway --as-published --workload users | --as-published runs its tables as a whole, without --workload. Leave it out",
                "run file-copy --workload reed | unknown workload \"reed\". Did you mean read? Known: read, copy",
                "run file-copy --workload read --engine transfer-to | no way of reading \"transfer-to\".",
                "run file-copy --workload read --set place=nowhere | there is no folder ",
                "run file-copy --workload read --offload 2 | --offload applies to sessions of servers, but files are",
                "cp | cp needs SOURCE... TARGET. For help: gearbox cp --help",
                "cp pom.xml | cp needs SOURCE... TARGET",
                "cp nowhere target | cannot copy nowhere: it does not exist. Check its path",
                "cp pom.xml pom.xml | pom.xml and pom.xml are the same file. Give another target",
                "cp src src/inside | cannot copy src into itself, src/inside. Give a target outside of it",
                "cp pom.xml src nowhere | several sources need a folder as their target, and nowhere does not exist. Create it",
                "cp pom.xml nowhere/a | cannot create nowhere/a: there is no folder ",
                "cp /dev/null target | /dev/null is a device, not a file, folder or link. Skip such files with --skip-special",
                "cp pom.xml target/x --threads 0 | --threads cannot be \"0\"",
                "claims page-indexer --claim pi-99 | no claim \"pi-99\". Did you mean pi-9?",
                "run --engine selector | the tour takes no --engine. Name the study: gearbox run echo-server --engine",
                "run --quick | the tour takes no --quick. Name the study",
                "run --explain | the tour takes no --explain. Name the study: gearbox run echo-server --explain",
                "run echo-server --cores | run needs --cores PLACEMENT. For help: gearbox run --help",
                "run echo-server --cores all | no placement \"all\": \"all\" names no cores of subject, load or origin. It takes shared, or cores",
                "run echo-server --cores subject=0 | no placement \"subject=0\": load has no cores",
                "run echo-server --cores subject=0 load=1 load=2 | no placement \"subject=0 load=1 load=2\": load is named twice",
                "run echo-server --cores subject=0 load=4000 | --cores subject=0 load=4000: this machine has no core 4000 for this process. It has: 0",
                "run echo-server --cores shared --cores shared | --cores is given more than once. Give it only once",
                "compare selector virtual --cores load=0 | no placement \"load=0\": subject has no cores",
                "check --cores shared --all | --all selects checks, and --cores makes one of its own. Give one of them",
                "check --cores subject=0 | no placement \"subject=0\": load has no cores",
                "run echo-server --workload ping --budget 20s | a budget of 20 s does not suffice for",
                "run echo-server --workload ping --budget soon | --budget cannot be \"soon\". It takes a duration",
                "run echo-server --workload ping --forks 0 | --forks cannot be \"0\". It takes: integer from 1 to 100",
                "run echo-server --workload ping --slice 1ms | --slice cannot be \"1ms\". It takes a time from 20ms",
                "run echo-server --workload ping --engine virtual --baseline pool | the baseline \"pool\" does not take part",
                "run echo-server --workload busy-handler --engine ref-selector | no subject can take part in busy-handler",
                "run echo-server --workload io-uring-map --baseline selector | --baseline does not apply to io-uring-map, whose pairs",
                "compare selector | compare needs B. For help: gearbox compare --help",
                "compare selector selctor | no engine \"selctor\". Did you mean selector?",
                "compare . selector | . is a folder and selector is not. Compare two folders of results, or two engines",
                "compare selector virtual --despite kernel | --despite is for folders of results",
                "compare src src --workload ping | --workload is for engines; two folders are compared as they are",
                "compare src src | there are no results in src (no experiment.json). Measure some",
                "report nowhere | cannot read nowhere: name a folder with results",
                "report src | there are no results in src (no experiment.json). Measure some",
                "report src --into page.md --json | --into writes Markdown into a page, and takes no other form",
                "report src --markdown --json | --markdown and --json exclude each other. Give one",
                "history --history nowhere.csv | there is no history in nowhere.csv yet. Add results",
                "claims echoserver | no study \"echoserver\". Did you mean echo-server?",
                "claims --due --judge | --due selects what is measured, and --judge measures nothing. Give one of them",
                "claims --explain --judge | --explain prints the claims as they are written, and takes only --claim. Leave the other options out",
                "claims --claim es-99 | no claim \"es-99\". Did you mean es-9?",
                "advise | the workload needs connections: --connections 10000, or the key connections in a file",
                "advise --connections 10 --rate 5 --cpu 20 | cpu cannot be \"20\". It takes a time with its unit: 20us",
                "advise --connections 10 --rate 5 --size 64furlong | size cannot be \"64furlong\". It takes a size with its unit",
                "advise --connections ten --rate 5 | connections cannot be \"ten\". It takes a number without unit",
                "advise --from 2147483647 | there is no process 2147483647. Name one that runs (jps lists JVMs), or a file: ./2147483647",
                "advise --from nowhere.jfr | cannot read the recording nowhere.jfr: there is no such file. Check its path",
                "advise --from 42 --for 1ms | --for cannot be \"1ms\". It takes a duration from 2s to 1h",
                "advise --from workload.yaml --for 5s | --for is for a process. Add --from PID, or leave it out",
                "advise --map --from 42 | --map varies what a process would tell. Leave --from out, and give --rate",
                "advise --from nowhere.yaml | cannot read the workload nowhere.yaml. Name a YAML file",
                "advise --connections 10 --rate 5 --calibration nowhere.json | cannot read the calibration nowhere.json. Measure one: gearbox calibrate",
                "advise --connections 10 --rate 1000 --cores 2 --cpu 5ms --foreign | 1,000 requests a second of 5.0",
                "advise --connections 10 --rate 5 --wait 10ms --p99 2ms --foreign | a p99 of 2 ms is below the service time: ",
                "advise --connections 10 --rate 5 --memory 1MiB --foreign | no engine is predicted to fit into the memory. The nearest possible",
                "advise --connections 10 --rate 5 --forks 2 | --forks is for measurements, and nothing is measured without --verify or --validate",
                "advise --verify --validate | --verify, --validate and --map exclude each other. Give one",
                "advise --connections 10 --rate 5 --grid grid.yaml | --grid is for --validate. Add --validate",
                "advise --validate --rate 5 | --validate takes its workloads from a grid, not from options",
                "advise --validate --grid nowhere.yaml --foreign | cannot read the grid nowhere.yaml. Name a YAML file",
                "advise --connections 10 --rate 5 --verify --foreign | this machine cannot load 5 requests a second",
                "advise --connections 10 --rate 50 --verify --foreign --slo 5ms | --slo searches for the highest rate",
                "advise --map --rate 100 --cpu 1ms --foreign | --map varies connections, cpu and size. Leave these out",
                "advise --map --foreign | the workload needs rate: --rate",
                "calibrate --for 1ms | --for cannot be \"1ms\". It takes a duration from 1s to 1h",
                "calibrate --patience soon | --patience cannot be \"soon\". It takes a duration",
                "calibrate --for soon | --for cannot be \"soon\". It takes a duration",
                "origin | origin needs --port N. For help: gearbox origin --help",
                "origin --port 0 --delay soon | --delay: \"soon\" is not valid. Expected a time: 300ms",
                "origin --port 0 --delay uniform:9ms-1ms | --delay: \"uniform:9ms-1ms\" is not valid: the shorter time comes first",
                "origin --port 0 --size 1K | --size: \"1K\" is not valid. Expected a size: 1KiB",
                "origin --port 0 --size 1B | --size: pages of 1 bytes: expected 512 B to 16 MiB",
                "origin --port 0 --pages 0 | --pages cannot be \"0\". It takes: integer from 1 to 1000000",
                "origin --port 0 --link 100MB | --link: \"100MB\" is not valid. Expected a rate: 100Mbit",
                "origin --port 0 --fault rst=1% | --fault: no fault \"rst\". Known: reset, stall, truncated, slow, error",
                "origin --port 0 --fault reset=60%,slow=60% | --fault: all faults together are more than 100%",
                "origin --port 0 --from nowhere | --from: no such folder or file: nowhere. Name a folder, a zip or a jar",
                "origin --port 0 --from src/main/java/module-info.java | --from: src/main/java/module-info.java is neither a folder nor a zip nor a jar",
                "origin --port 0 --from src --size 1KiB | --size and --pages are for generated pages",
                "origin --port 0 --engine slector | no engine \"slector\". Did you mean selector?",
                "serve --port 0 | serve needs --engine SPEC. For help: gearbox serve --help",
                "serve --engine selector | serve needs --port N",
                "serve --engine slector --port 0 | no engine \"slector\". Did you mean selector?",
                "serve --engine external:c-epoll --port 0 | serve runs engines; external:c-epoll is an external server. Start it",
                "serve --engine selector --port 65536 | --port cannot be \"65536\". It takes: integer from 0 to 65535",
                "serve --engine selector --port http | --port cannot be \"http\"",
                "serve --engine selector --port 0 --protocol ecco | no protocol \"ecco\". Did you mean echo?",
                "serve --engine selector --port 0 --host 192.0.2.1 | 192.0.2.1 is not an address of this machine",
                "serve --engine selector --port 0 --control src | src is not a socket and is left as it is. Name another file",
                "serve --engine selector --port 0 --control src/nowhere/a.sock | cannot open the control socket src/nowhere/a.sock: ",
                "shift --to virtual | --to needs a connection: gearbox shift all --to virtual",
                "shift 51234 | shift needs --to SPEC, the engine to move 51234 to. gearbox engines lists engines",
                "shift 51234 51235 --to virtual | shift does not take \"51235\". For help: gearbox shift --help",
                "shift all --to virtal --control nowhere.sock | no engine \"virtal\". Did you mean virtual?",
                "shift all --to virtual --stats | --stats cannot be combined with connections",
                "shift --server 7007 --control nowhere.sock | --server and --control exclude each other. Give one",
                "shift --control nowhere.sock | no server listens on nowhere.sock (No such file or directory). Start one:",
                "load 127.0.0.1:7 | \"127.0.0.1:7\" is not a target: ",
                "load http://127.0.0.1:7 | \"http://127.0.0.1:7\" is not a target: unknown scheme \"http\"",
                "load | load needs tcp://HOST:PORT",
                "load tcp://127.0.0.1:7 --constant | --constant says how the requests of --rate are spaced",
                "load tcp://127.0.0.1:7 --duration soon | --duration cannot be \"soon\". It takes a duration such as 10s, 250ms or 2m",
                "load tcp://127.0.0.1:7 --duration 0s | measure: 0 s is out of range",
                "load tcp://127.0.0.1:7 --processes 0 | --processes cannot be \"0\". It takes: integer from 1 to 64",
                "load tcp://127.0.0.1:7 --processes 3 --connections 2 | 3 processes for 2 connections: each needs one. Take fewer",
                "load tcp://127.0.0.1:7 --processes 3 --rate 2 | the rate is too low for 3 processes: each needs a request",
                "load tcp://127.0.0.1:7 --processes 2 --rate 9 --constant | evenly spaced requests of several processes are not",
                "load tcp://127.0.0.1:7 --rate fast | --rate cannot be \"fast\"",
                "load tcp://127.0.0.1:7 --script nowhere.yaml | cannot read nowhere.yaml. Name a file",
                "load tcp://127.0.0.1:7 --bytes 5 --script x | --bytes and --script exclude each other",
                "index | index needs --urls LIST and --into DIR. For help: gearbox index --help",
                "index --urls nowhere.txt --into target/nowhere | there is no file nowhere.txt. Name a list of addresses, one a line",
                "index --urls src --into target/nowhere | src is a folder. Name a file with addresses, one a line",
                "index --urls pom.xml --into target/nowhere | pom.xml is a page, not a list. Name a list of addresses",
                "index --urls http://nowhere.invalid/list --into target/nowhere --timeout 20s | cannot fetch the list http://nowhere.invalid/list (connect): ",
                "index --urls http://127.0.0.1:1/list --into target/nowhere --client jdk | cannot fetch the list http://127.0.0.1:1/list (connect): ",
                "index --urls http:///list --into target/nowhere | \"http:///list\" is not an address of a list: ",
                "index --urls x --into y --engine vitual | no engine \"vitual\". Did you mean virtual?",
                "index --urls x --into y --engine pool?thread=5 | pool has no parameter \"thread\". It has: threads",
                "serve --port 0 | serve needs --engine SPEC. For help: gearbox serve --help",
                "serve | serve needs --engine SPEC and --port N. For help: gearbox serve --help",
                "serve gateway --strategy executer --port 0 | no strategy \"executer\". Did you mean executor? Known: ",
                "serve gateway --strategy ideal --port 0 | no strategy \"ideal\".",
                "serve gateway --strategy executer | no strategy \"executer\". Did you mean executor? Known: ",
                "serve gateway --strategy executor?server=tomcat --port 0 | no strategy \"executor?server=tomcat\".",
                "serve gateway --strategy executor --server tomkat --port 0 | no server \"tomkat\". Did you mean tomcat? Known: epoll, tomcat, helidon, vertx, reactor-netty, jersey",
                "serve gateway --strategy actors --server tomcat --port 0 | \"actors\" cannot be served by tomcat. These can: ",
                "run fan-out-gateway --workload open --engine executor?server=tomkat | no server \"tomkat\". Did you mean tomcat? Known: epoll, tomcat",
                "run fan-out-gateway --workload open --engine executor?threads=4 | \"executor?threads=4\" may have a server and a client only, such as executor?server=tomcat&client=gearbox",
                "serve gateway --strategy executor --client curl --port 0 | no client \"curl\". Known: jdk, gearbox",
                "serve gateway --strategy actors --client jdk --port 0 | \"actors\" cannot be given a client. These can: ",
                "run fan-out-gateway --workload two-users --engine ideal | no subject can take part in two-users slow=20: ideal does not offer archived",
                "serve gateway --strategy executor | gateway needs --port N. For help: gearbox serve gateway --help",
                "serve gateway --strategy executor --port 0 --threads 0 | --threads cannot be \"0\". It takes: integer from 1 to 10000",
                "serve gateway --strategy executor --port 0 --deadline soon | --deadline cannot be \"soon\". It takes a duration",
                "serve gateway --strategy executor --port 0 --services nowhere.yaml | --services nowhere.yaml cannot be read. Name a YAML file",
                "index --urls x --into y --client apach | no client \"apach\". Did you mean apache? Known: jdk, apache,",
                "index --urls x --into y --client apache?threads=0 | apache: threads cannot be \"0\". It takes: integer from 1",
                "index --urls x --into y --client jdk --engine virtual | --engine and --client exclude each other. Give one",
                "index --urls x --into y --work regexp | no work \"regexp\". Did you mean regex? Known: none, arithmetic",
                "index --urls x --into y --concurrency 0 | --concurrency cannot be \"0\". It takes: integer from 1",
                "index --urls x --into y --per-host many | --per-host cannot be \"many\". It takes: integer from 1",
                "index --urls x --into y --timeout 0s | --timeout cannot be \"0s\": no page arrives in no time",
                "index --urls x --into y --retries -1 | --retries cannot be \"-1\". It takes: integer from 0 to 100",
                "search | search needs DIR. For help: gearbox search --help",
                "search src | search needs WORDS",
                "search nowhere words | there is no index in nowhere. Create one: gearbox index --urls LIST --into nowhere",
                "search src words --most 0 | --most cannot be \"0\". It takes: integer from 1 to 100000",
            })
    void is_told_in_one_line(String words, String message) {
        Screen screen = Screen.pipe();
        int code = Main.run(screen.console(), words.strip().split(" ", -1));
        assertThat(code).as(screen.err()).isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err()).startsWith("gearbox: " + message.strip());
        assertThat(screen.err().lines()).hasSize(1);
        assertThat(screen.out()).isEmpty();
    }

    @Test
    void a_folder_that_cannot_be_written_is_named(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("taken"), "a file where a folder should be");
        Screen screen = Screen.pipe();
        int code = Main.run(screen.console(), "run", "echo-server", "--workload", "ping", "--out", file.toString());
        assertThat(code).isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err())
                .startsWith("gearbox: cannot write results to " + file)
                .endsWith("name another folder with --out\n");
        assertThat(screen.out()).isEmpty();
    }

    @Test
    void a_port_that_is_in_use_is_named() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Screen screen = Screen.pipe();
            int code = Main.run(
                    screen.console(),
                    "serve",
                    "--engine",
                    "selector",
                    "--port",
                    Integer.toString(taken.getLocalPort()));
            assertThat(code).isEqualTo(ExitCode.REFUSED);
            assertThat(screen.err())
                    .isEqualTo(
                            "gearbox: port " + taken.getLocalPort()
                                    + " is in use. Stop the program that listens there, or choose another port (--port 0: any free port)\n");
        }
    }

    @Test
    void a_port_that_is_in_use_is_named_for_a_gateway_too() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Screen screen = Screen.pipe();
            int code = Main.run(
                    screen.console(),
                    "serve",
                    "gateway",
                    "--strategy",
                    "executor",
                    "--port",
                    Integer.toString(taken.getLocalPort()));
            assertThat(code).isEqualTo(ExitCode.REFUSED);
            assertThat(screen.err()).startsWith("gearbox: port " + taken.getLocalPort() + " is in use. Stop");
            assertThat(screen.out()).isEmpty();
        }
    }

    @Test
    void verbose_adds_the_trace() {
        Screen screen = Screen.pipe();
        assertThat(Main.run(screen.console(), "serve", "--verbose", "--engine", "nothing", "--port", "0"))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err()).startsWith("gearbox: no engine \"nothing\".").contains("BadSpecException");
    }

    @Test
    void a_defect_of_ours_says_so_with_the_trace_and_another_code() {
        Screen screen = Screen.pipe();
        int code = Main.run(
                screen.console(),
                () -> {
                    throw new IllegalStateException("planted");
                },
                "run",
                "echo-server");
        assertThat(code).isEqualTo(ExitCode.DEFECT);
        assertThat(screen.err())
                .startsWith("gearbox: this is a defect of Gearbox: java.lang.IllegalStateException: planted.")
                .contains("gearbox run echo-server")
                .contains("\tat dev.gearbox.cli");
    }

    @Test
    void a_study_without_workloads_has_nothing_to_run_and_says_so(@TempDir Path folder) {
        Screen screen = Screen.pipe();
        int code = Main.run(
                screen.console(),
                () -> new Study("empty", "What is there?", List.of()),
                "run",
                "empty",
                "--json",
                "--out",
                folder.toString());
        assertThat(code).isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err()).startsWith("gearbox: the study empty has no workload");
    }
}
