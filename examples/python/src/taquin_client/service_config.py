"""How calls are spread over servers and tried again, in gRPC's own terms."""

# Every address that the target resolves to gets its share of the calls. A call that finds no server, or
# one that shuts down, is tried again elsewhere; gRPC does so only until an answer has begun to arrive.
SERVICE_CONFIG = {
    "loadBalancingConfig": [{"round_robin": {}}],
    "methodConfig": [
        {
            "name": [{"service": "taquin.v1.SolverService"}],
            "retryPolicy": {
                "maxAttempts": 4,
                "initialBackoff": "0.2s",
                "maxBackoff": "5s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE"],
            },
        }
    ],
    # No storm of tries when most calls fail.
    "retryThrottling": {"maxTokens": 100, "tokenRatio": 0.1},
}
