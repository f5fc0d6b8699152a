package dev.gearbox.studies.pageindexer.client;

import dev.gearbox.studies.pageindexer.fetch.FetchFailure.Kind;
import java.util.function.Function;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.jspecify.annotations.Nullable;

/** Shared by both Apache clients: their exceptions, and access to headers. */
final class ApacheFailures {
    private ApacheFailures() {}

    static @Nullable Kind kind(Throwable thrown) {
        return switch (thrown) {
            case ConnectTimeoutException _ -> Kind.CONNECT;
            case MessageConstraintException _ -> Kind.TOO_LARGE;
            case ConnectionClosedException _ -> Kind.TRUNCATED;
            case NoHttpResponseException _ -> Kind.TRUNCATED;
            case TruncatedChunkException _ -> Kind.TRUNCATED;
            case MalformedChunkCodingException _ -> Kind.MALFORMED;
            case HttpException _ -> Kind.MALFORMED;
            default -> null;
        };
    }

    static Function<String, @Nullable String> headers(HttpResponse response) {
        return name -> {
            Header header = response.getFirstHeader(name);
            return header == null ? null : header.getValue();
        };
    }
}
